/** The processes that share the port of this one: a scrape of any of them answers for all. */
export interface Siblings {
  /** Of this process, unique among them. */
  name: string
  /** Sets what this process answers when another one is scraped: its own metrics, as objects of prom-client. */
  answerWith(read: () => Promise<object[]>): void
  /** The metrics of each process, this one included. One that doesn't answer in time is left out. */
  readAll(): Promise<object[][]>
}
