import { AsyncLocalStorage } from 'node:async_hooks'

/** What a step of work is: answering a call, calling another server, running a job, or anything within. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** Facts of a span. They never contain what people wrote, addresses with queries, or secrets. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** One step of work while it runs. */
export interface ActiveSpan {
  /** The value of a header `traceparent` (W3C Trace Context, section 3.2) that names this span. */
  traceParent: string
  set(attributes: SpanFacts, name?: string): void
  /** Marks it as failed, by the kind of the error alone: its text may repeat a row or a person. */
  fail(error: unknown): void
  end(): void
}

/** What records the spans. */
export interface Tracing {
  start(name: string, kind: SpanKind, attributes: SpanFacts, parent: string | null): ActiveSpan
}

const active = new AsyncLocalStorage<ActiveSpan>()
let tracing: Tracing | null = null

/** Records all spans from now on; null ends that. */
export function setTracing(next: Tracing | null): void {
  tracing = next
}

/** The span that runs now, as the value of a header `traceparent`; null if nothing is traced. */
export const currentTraceParent = (): string | null => active.getStore()?.traceParent ?? null

/** Starts a span that its caller ends; null if nothing is traced. Its parent is the current one unless another is named. */
export function startSpan(
  name: string,
  kind: SpanKind,
  attributes: SpanFacts = {},
  parent: string | null = currentTraceParent(),
): ActiveSpan | null {
  return tracing?.start(name, kind, attributes, parent) ?? null
}

/** Runs work of which a span is the current one. */
export const within = <T>(span: ActiveSpan | null | undefined, work: () => T): T =>
  span ? active.run(span, work) : work()

/** Runs work as a span of its own. Without tracing it only runs the work. */
export async function traced<T>(
  name: string,
  kind: SpanKind,
  work: () => Promise<T>,
  { attributes, parent }: { attributes?: SpanFacts; parent?: string | null } = {},
): Promise<T> {
  const span = startSpan(name, kind, attributes, parent ?? undefined)
  if (!span) return work()
  try {
    return await within(span, work)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}
