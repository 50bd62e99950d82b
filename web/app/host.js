// Where the page comes from.

/** Whether our server sent the page, where people can play each other. A plain file host sends the page without the mark. */
export const isFromServer = document.querySelector("meta[name='sanban-server']") !== null;
