/**
 * Runs one piece of work at a time; others wait in their order.
 *
 * @param refusal what is thrown at one more than may wait
 */
export function oneAtATime(waitingMax: number, refusal: () => Error): <T>(work: () => Promise<T>) => Promise<T> {
  let isBusy = false
  const waiting: (() => void)[] = []
  return async (work) => {
    if (isBusy) {
      if (waiting.length >= waitingMax) throw refusal()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    isBusy = true
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else isBusy = false
    }
  }
}
