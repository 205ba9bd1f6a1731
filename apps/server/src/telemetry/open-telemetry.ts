import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import {
  INVALID_SPAN_CONTEXT,
  ROOT_CONTEXT,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes, type Resource } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { isRecord } from '@signet/contract/narrow'
import { productVersion } from '@signet/contract/product-version'
import { causeOf } from '@signet/contract/errors/program-errors'
import { traceOutgoing } from './outgoing.ts'
import { currentTraceParent, setTracing, type Tracing } from './tracing.ts'

/* Loaded only if OTEL_EXPORTER_OTLP_ENDPOINT is set. The exporters read the other settings of OTLP from the environment themselves. */

export interface Telemetry {
  /** Receives the lines of the log. */
  log: Writable
  /** Sends what is left and stops recording. */
  close(): Promise<void>
}

/** Sends traces and logs to a collector, over HTTP with JSON. */
export interface TelemetrySettings {
  /** The base address; `/v1/traces` and `/v1/logs` follow. */
  endpoint: string
  /** What this process is, unless OTEL_SERVICE_NAME says it. */
  service: string
  /** The share of traces that is recorded, 0 to 1. */
  share: number
  /** The id of the request that caused what runs now; null if none did. */
  requestId: () => string | null
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}
/** A collector that is away delays the stop of a process by this at most. */
const closeWithinMs = 3_000

export function openTelemetry({ endpoint, service, share, requestId }: TelemetrySettings): Telemetry {
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': productVersion }).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const spans = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    idGenerator: {
      // The request id is the trace id, so that a line of any log leads to the trace.
      generateTraceId: () => requestId()?.replaceAll('-', '') ?? randomBytes(16).toString('hex'),
      generateSpanId: () => randomBytes(8).toString('hex'),
    },
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  })
  setTracing(tracingOf(spans))
  const stopOutgoing = traceOutgoing()
  const logs = newLogs(endpoint, resource)
  return {
    log: streamOf(logs),
    async close() {
      setTracing(null)
      stopOutgoing()
      const closed = Promise.allSettled([spans.shutdown(), logs.shutdown()])
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, closeWithinMs)
      await Promise.race([closed, promise])
      clearTimeout(timer)
    },
  }
}

const newLogs = (endpoint: string, resource: Resource) =>
  new LoggerProvider({
    resource,
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${endpoint}/v1/logs` }) })],
  })

function tracingOf(provider: TracerProvider): Tracing {
  const tracer = provider.getTracer('signet', productVersion)
  return {
    start(name, kind, attributes, parent) {
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent))
      return {
        traceParent: traceParentOf(span),
        set(more, otherName) {
          span.setAttributes(more)
          if (otherName !== undefined) span.updateName(otherName)
        },
        fail(error) {
          const { code } = causeOf(error)
          const type = error instanceof Error ? error.name : typeof error
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute('error.type', code === '' ? type : code)
        },
        end: () => span.end(),
      }
    },
  }
}

function traceParentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The context of a `traceparent`; the root if there is none or it isn't one. */
function contextOf(traceParent: string | null): Context {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceParent ?? '') ?? []
  if (!traceId || !spanId || traceId === INVALID_SPAN_CONTEXT.traceId || spanId === INVALID_SPAN_CONTEXT.spanId)
    return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags ?? '0', 16),
    isRemote: true,
  })
}

const severities: Readonly<Record<string, SeverityNumber>> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
}

/** Turns the lines of the log, which hide secrets already, into records of the span in which they were written. */
function streamOf(provider: LoggerProvider): Writable {
  const logger = provider.getLogger('signet', productVersion)
  return new Writable({
    decodeStrings: false,
    write(line: string | Buffer, _encoding, done) {
      const parsed: unknown = JSON.parse(line.toString())
      if (isRecord(parsed)) {
        const { level, time, msg, ...rest } = parsed
        const severity = String(level)
        logger.emit({
          timestamp: new Date(String(time)),
          severityText: severity,
          severityNumber: severities[severity] ?? SeverityNumber.UNSPECIFIED,
          body: typeof msg === 'string' ? msg : '',
          attributes: Object.fromEntries(
            Object.entries(rest).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
          ),
          context: contextOf(currentTraceParent()),
        })
      }
      done()
    },
  })
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
