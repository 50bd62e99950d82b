// A place that says when it comes into sight, so that what is far down a page is made only then.

/** How far below the screen it counts as seen. */
const ROOT_MARGIN = "400px";

export class VisibilityElement extends HTMLElement {
  /** Hears that it is seen, once. */
  onvisible = () => {};
  /** @type {IntersectionObserver | null} */
  #observer = null;

  connectedCallback() {
    this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      this.#observer?.disconnect();
      this.onvisible();
    }, { rootMargin: ROOT_MARGIN });
    this.#observer.observe(this);
  }

  disconnectedCallback() {
    this.#observer?.disconnect();
  }
}

customElements.define("sanban-visibility", VisibilityElement);
