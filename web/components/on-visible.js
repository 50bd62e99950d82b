// A place that says when it comes into sight, so that what is far down a page is made only then.

/** How far below the screen it counts as seen. */
const AHEAD = "400px";

export class SeenElement extends HTMLElement {
  /** Hears that it is seen, once. */
  onseen = () => {};
  /** @type {IntersectionObserver | null} */
  #watch = null;

  connectedCallback() {
    this.#watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.#watch?.disconnect();
      this.onseen();
    }, { rootMargin: AHEAD });
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch?.disconnect();
  }
}

customElements.define("sanban-seen", SeenElement);
