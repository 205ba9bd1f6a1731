import { execFile } from 'node:child_process'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '@signet/connectors'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { Env } from '@signet/server/env'
import { secretOf } from '../command/program.ts'
import { portFailure } from '../serving/port-failure.ts'
import type { Finding } from './check.ts'

/** The first version that runs TypeScript without a build and is maintained. */
const nodeMin = 24
const answerMs = 2_000
const browserMs = 20_000
/** Fewer different characters are a word or a pattern, not chance: 32 random ones of base64 have 25 on average. */
const distinctMin = 12
/** Files with keys: nobody else may read them. */
const keyFiles = ['secret', 'kek']

/** The version of Node. */
export async function nodeVersion(): Promise<Finding> {
  const message = `Node ${process.versions.node}`
  if (Number.parseInt(process.versions.node, 10) >= nodeMin) return { message }
  return { message: `${message}; ${nodeMin} or later is needed.`, remedy: `Install Node ${nodeMin} or later.` }
}

/** Whether files with keys in the data directory are readable by others. */
export async function permissions(dataDir: string): Promise<Finding> {
  const open: string[] = []
  for (const name of keyFiles) {
    const file = path.join(dataDir, name)
    // Not every installation has one.
    const stats = await stat(file).catch(() => null)
    if (stats && (stats.mode & 0o077) !== 0) open.push(file)
  }
  if (open.length === 0) return { message: `${dataDir} is writable, and its keys are private.` }
  const message = `Other users of this machine can read ${open.join(' and ')}.`
  return { message, remedy: `Run chmod 600 ${open.join(' ')}.` }
}

/** The secret that sessions are signed with. */
export async function secret(env: Env, dataDir: string): Promise<Finding> {
  const value = await secretOf(env, dataDir)
  if (new Set(value).size >= distinctMin) return { message: 'The secret is set.' }
  return {
    message: 'SIGNET_SECRET is easy to guess.',
    remedy:
      'Set SIGNET_SECRET to 32 random characters or more, e.g. from openssl rand -base64 32. Everybody has to sign in again.',
    isWarning: true,
  }
}

/** Whether the port is free, or Signet itself answers on it. */
export async function port(env: Env): Promise<Finding> {
  if (!env.services.has('api')) return { message: 'This process serves no port.' }
  const server = createServer()
  try {
    server.listen(env.port, env.host)
    await once(server, 'listening')
    return { message: `Port ${env.port} on ${env.host} is free.` }
  } catch (error) {
    if (causeOf(error).code === 'EADDRINUSE' && (await isSignet(env)))
      return { message: `Signet answers on port ${env.port}.` }
    throw portFailure(error, env)
  } finally {
    server.close()
  }
}

async function isSignet({ host, port: at }: Env): Promise<boolean> {
  try {
    const name = host.includes(':') ? `[${host}]` : host
    const response = await fetch(`http://${name}:${at}/healthz`, { signal: AbortSignal.timeout(answerMs) })
    return (await response.text()) === '{"ok":true}'
  } catch {
    // Another program holds the port.
    return false
  }
}

/** Whether the DNS servers that domains are looked up with answer. */
export async function dns({ lookUps }: Env): Promise<Finding> {
  if (!lookUps) return { message: 'No domains are looked up (SIGNET_ENRICH).' }
  const resolver = new Resolver({ timeout: answerMs, tries: 1 })
  if (lookUps.dnsServers.length > 0) resolver.setServers(lookUps.dnsServers)
  try {
    await resolver.resolveNs('org')
    return { message: `DNS answers (${resolver.getServers().join(', ')}).` }
  } catch (error) {
    return {
      message: `DNS doesn't answer (${resolver.getServers().join(', ')}: ${causeOf(error).code}).`,
      remedy: 'Allow port 53 to these servers, or set SIGNET_DNS_SERVERS to others.',
      isWarning: true,
    }
  }
}

/** Whether the browser that captures pages exists and starts. */
export async function browser({ lookUps }: Env): Promise<Finding> {
  if (!lookUps) return { message: 'No pages are captured (SIGNET_ENRICH).' }
  const { url, program } = lookUps.capture.browser
  if (url !== undefined) return { message: await answersAt(url) }
  const found = await findBrowser(os.tmpdir(), program)
  if (!found) {
    return {
      message: program === undefined ? 'No Chromium was found.' : `${program} can't be run.`,
      remedy: 'Install chromium-headless-shell, or set SIGNET_BROWSER_PATH or SIGNET_BROWSER_URL.',
    }
  }
  const { stdout } = await promisify(execFile)(found.program, ['--version'], { env: found.env, timeout: browserMs })
  return { message: `${stdout.trim() || 'Chromium'} starts (${found.program}).` }
}

async function answersAt(address: string): Promise<string> {
  const { hostname, port: portText, protocol } = new URL(address)
  const at = Number(portText) || (protocol === 'wss:' || protocol === 'https:' ? 443 : 80)
  const socket = connect({ host: hostname, port: at })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(answerMs) })
    return `The browser at ${hostname}:${at} answers.`
  } finally {
    socket.destroy()
  }
}
