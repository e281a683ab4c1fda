// A tiny typed store.
type Listener<T> = (next: Readonly<T>, previous?: T) => void;

export interface Options<T> {
  readonly initial: T;
  onError?: (error: unknown) => never;
}

export class Store<T extends object> {
  #state: T;
  private listeners = new Set<Listener<T>>();

  constructor({ initial }: Options<T>) {
    this.#state = { ...initial };
  }

  get state(): Readonly<T> {
    return this.#state;
  }

  update(patch: Partial<T>): void {
    const previous = this.#state;
    this.#state = { ...previous, ...patch };
    for (const listener of this.listeners) listener(this.#state, previous);
  }

  subscribe(listener: Listener<T>): () => boolean {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

const store = new Store({ initial: { count: 0, name: `n-${1 + 1}` } });
const words = /^[a-z]+(?:-\d{2,})?$/giu;
store.subscribe((s) => console.log(s.count ?? "none", words.test(s.name)));
store.update({ count: 0xff });
