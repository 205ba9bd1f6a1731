/** What is to happen, in the order of time; what was added first comes first at the same instant. */
export class Agenda<Of> {
  #events: { at: number; place: number; of: Of; run: () => Promise<void> }[] = []
  #added = 0

  add(at: number, of: Of, run: () => Promise<void>): void {
    const event = { at, place: (this.#added += 1), of, run }
    let low = 0
    let high = this.#events.length
    while (low < high) {
      const middle = (low + high) >> 1
      const other = this.#events[middle]
      // The next event is the last of the list.
      if (other && (other.at > event.at || (other.at === event.at && other.place > event.place))) low = middle + 1
      else high = middle
    }
    this.#events.splice(low, 0, event)
  }

  next() {
    return this.#events.pop()
  }
}
