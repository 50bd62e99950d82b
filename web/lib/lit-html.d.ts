/** What the page uses of lit-html. */
export type Template = unknown;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template;
export function render(template: Template, container: Element | DocumentFragment): void;
/** Renders nothing, and removes an attribute. */
export const nothing: Template;
