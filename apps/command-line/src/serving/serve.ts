import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import type { Service } from '@signet/contract/operation/jobs'
import { followCtJob } from '@signet/server/features/intake/intake.jobs'
import { openMailer, type OpenMailer } from '@signet/server/features/mail/open-mailer'
import { defaultSessionSettings } from '@signet/server/features/sessions/session-settings'
import { projectRoot, readEnv, type Env } from '@signet/server/env'
import { keepAudit, type AuditKeeper } from '@signet/server/features/audit/keep-audit'
import { startBeats, type Beats } from '@signet/server/features/system-health/processes'
import { buildServer } from '@signet/server/http/build-server'
import { defaultLimits } from '@signet/server/http/limits/limits'
import { openMetrics } from '@signet/server/http/metrics/metrics'
import { announceStop } from '@signet/server/http/mount-health'
import { healthServer } from '@signet/server/http/health-server'
import { sentenceOf } from '@signet/server/errors/sentences'
import { causingRequest, openLog } from '@signet/server/log'
import type { Telemetry } from '@signet/server/telemetry/open-telemetry'
import { productVersion } from '@signet/contract/product-version'
import { openProgram, type Program } from '../command/program.ts'
import { say, type CommonOptions } from '../command/command.ts'
import type { Part } from './part.ts'
import { portFailure } from './port-failure.ts'
import { tracedDatabase } from './traced-database.ts'
import { keepHeapSmall } from './small-heap.ts'
import { startWorkers } from '@signet/server/jobs/start-workers'

const portalDir = path.join(projectRoot, 'apps/web/dist')
const stopWithinMs = 20_000
const parentCheckMs = 500

/**
 * Serves until stopped; then finishes running work and exits with code 0.
 *
 * @param options.part what this process is among several; left out if it is the only one
 */
export async function serve(options: CommonOptions & { services?: Service[]; part?: Part }): Promise<void> {
  try {
    await serveAs(options)
  } finally {
    options.part?.leave()
  }
}

async function serveAs(options: CommonOptions & { services?: Service[]; part?: Part }): Promise<void> {
  const env = readEnv(options.terminal.env)
  const services = new Set(options.services ?? (options.part ? [options.part.service] : env.services))
  const telemetry = env.telemetry && (await telemetryOf(env.telemetry, services))
  try {
    await serveWith(options, env, services, telemetry)
  } finally {
    await telemetry?.close()
  }
}

/** Loaded only where it is used, because it is large. */
async function telemetryOf(
  settings: NonNullable<Env['telemetry']>,
  services: ReadonlySet<Service>,
): Promise<Telemetry> {
  const { openTelemetry } = await import('@signet/server/telemetry/open-telemetry')
  return openTelemetry({ ...settings, service: `signet-${[...services].join('-')}`, requestId: causingRequest })
}

async function serveWith(
  options: CommonOptions & { part?: Part },
  env: Env,
  services: ReadonlySet<Service>,
  telemetry: Telemetry | null,
): Promise<void> {
  const startedAt = performance.now()
  const { part = null } = options
  if (!env.databaseUrl) keepHeapSmall()
  const stopSignal = part?.stopSignal ?? firstStopSignal(env)
  const log = openLog(env.logLevel ?? 'info', undefined, telemetry?.log)
  const sayOnce = part && !part.isFirst ? () => {} : say
  const opened = await openProgram(env, log, sayOnce, part?.service === 'api' ? part.processes : 1)
  const program = telemetry ? { ...opened, database: tracedDatabase(opened.database) } : opened
  let server: FastifyInstance | null = null
  let health: FastifyInstance | null = null
  const beats = startBeats(program, { services: [...services], version: productVersion })
  const audit = keepAudit({ database: program.database, key: program.keys.audit, log })
  let mailer: OpenMailer | null = null
  try {
    if (services.has('worker')) {
      const { database, files, secrets, queue, dataDir } = program
      mailer = await openMailer(env.mail, database, env.origin ?? `http://${env.host}:${env.port}`)
      if (mailer.isCatching && env.isProduction) say(sentenceOf('MAILS_KEPT_HERE'))
      await startWorkers(queue, {
        database,
        files,
        secrets,
        dataDir,
        logDays: env.logDays,
        retention: env.retention,
        feedAllow: env.feedAllow,
        feeds: env.feeds,
        textModel: env.textModel,
        abuseReportServicesUrl: env.abuseReportServicesUrl,
        connectorsUrl: env.connectorsUrl,
        ct: {
          list: env.ctLogList,
          stream: env.certstreamUrl,
          backfill: env.ctBackfill,
          lookback: env.ctLookback,
        },
        lookUps: env.lookUps,
        mailer,
        log,
      })
    }
    // Without this, the schedule would start it within a minute.
    if ((env.ctLogList || env.certstreamUrl) && services.has('worker'))
      await program.database.inCompanies([], (tx) => program.queue.enqueue(tx, followCtJob, {}))
    if (env.isDemo && services.has('api')) {
      const { loadDemoWithProgress } = await import('../installation/load-demo.ts')
      await loadDemoWithProgress(program, options, { waitForScan: services.has('worker') })
    }
    if (services.has('api')) server = await listen(program, env, part)
    else if (env.healthPort !== null) health = await listenForHealth(program, env, env.healthPort, part)
    else if (part && env.metricsToken !== null)
      openMetrics({ ...program, version: productVersion, siblings: part.siblings })
  } catch (error) {
    await server?.close()
    await beats.stop()
    await audit.stop()
    await program.close()
    await mailer?.close()
    throw error
  }
  const port = portOf(server, env)
  if (part) part.ready(port)
  else await announce(env, port, Math.round((performance.now() - startedAt) / 100) / 10)
  await stopOn(stopSignal, program, server ?? health, { mailer, audit, beats, delayMs: env.stopDelayMs })
}

async function listen(program: Program, env: Env, part: Part | null): Promise<FastifyInstance> {
  const hasPortal = existsSync(path.join(portalDir, 'index.html'))
  const server = await buildServer(
    {
      ...program,
      publicOrigin: env.origin,
      mailServer: env.mail?.smtp ?? null,
      proxies: env.proxies,
      ssoAllow: env.ssoAllow,
      limits: {
        requestsPerMinute: env.requestsPerMinute,
        // It protects the database, so the processes have one allowance together.
        companyRequestsAtOnce: Math.ceil(defaultLimits.companyRequestsAtOnce / (part?.processes ?? 1)),
      },
      siblings: part?.siblings,
      portalOrigin: env.origin ?? `http://${hostOf(env.host)}:${env.port}`,
      timestampUrl: env.timestampUrl,
      metricsToken: env.metricsToken,
      installation: env.installation,
      session: {
        staffFactor: env.staffFactor,
        lifetimes: { ...defaultSessionSettings.lifetimes, ...env.lifetimes },
      },
    },
    productVersion,
    hasPortal ? portalDir : null,
  )
  try {
    await server.listen({ port: env.port, host: env.host })
  } catch (error) {
    await server.close()
    throw portFailure(error, env)
  }
  if (!hasPortal && (!part || part.isFirst)) say(sentenceOf('PORTAL_NOT_BUILT'))
  return server
}

/** @throws ProgramError if the port can't be opened */
async function listenForHealth(
  { database, dataDir, log }: Program,
  env: Env,
  port: number,
  part: Part | null,
): Promise<FastifyInstance> {
  const parts = { database, dataDir, log, version: productVersion, siblings: part?.siblings }
  const server = healthServer(parts, env.metricsToken)
  try {
    await server.listen({ port, host: env.host })
  } catch (error) {
    await server.close()
    throw new ProgramError('HEALTH_PORT_NOT_OPENED', { port, host: env.host, code: causeOf(error).code })
  }
  return server
}

/** A host as written in a URL. */
const hostOf = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** The port that it listens on; null without a server. */
function portOf(server: FastifyInstance | null, env: Env): number | null {
  if (!server) return null
  const [address] = server.addresses()
  return address && typeof address === 'object' ? address.port : env.port
}

/**
 * Prints that the program is ready.
 *
 * @param port null if it only runs jobs
 */
export async function announce(env: Env, port: number | null, seconds: number): Promise<void> {
  if (port === null) {
    say(sentenceOf('WORKER_READY', { seconds }))
    return
  }
  const host = hostOf(env.host)
  say(`\n${sentenceOf('PROGRAM_READY', { address: `http://${host}:${port}`, seconds })}`)
  if (!env.isDemo) return
  const { demoPassword, demoTotpSecret, demoUsers } = await import('@signet/demo/companies/demo-users')
  say(`\n${sentenceOf('DEMO_USERS', { password: demoPassword })}`)
  for (const { email, role, about } of demoUsers) say(`  ${email.padEnd(38)} ${role.padEnd(18)} ${about}`)
  say(`  ${sentenceOf('DEMO_CODES', { secret: demoTotpSecret })}\n`)
}

/**
 * The first SIGTERM or SIGINT from now on. If it arrives during the start, it is handled as soon as everything is open and can be closed
 * again. A second signal ends the program immediately.
 */
export function firstStopSignal(env: Pick<Env, 'isRunByNpm'>): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
    // npm passes a signal on to the shell it started, which exits and leaves this process running, so a change of the parent counts as a
    // signal.
    const parent = process.ppid
    if (!env.isRunByNpm) return
    const watch = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      resolve('SIGTERM')
    }, parentCheckMs)
    watch.unref()
  })
}

/** Waits for the stop signal, says so for a while to proxies, then stops accepting requests, finishes within 20 s and closes everything. */
async function stopOn(
  stopSignal: Promise<NodeJS.Signals>,
  program: Program,
  server: FastifyInstance | null,
  others: { mailer: OpenMailer | null; audit: AuditKeeper; beats: Beats; delayMs: number },
): Promise<void> {
  const signal = await stopSignal
  program.log.info({ signal }, 'stopping')
  if (server && others.delayMs > 0) {
    announceStop(server)
    await sleep(others.delayMs)
  }
  const late = setTimeout(() => {
    program.log.error('did not finish in time')
    process.exit(1)
  }, stopWithinMs)
  late.unref()
  await server?.close()
  await others.beats.stop()
  await others.audit.stop()
  await program.close()
  // Closed after the jobs, because they send emails through it.
  await others.mailer?.close()
  clearTimeout(late)
  process.exitCode = 0
}
