import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { watchedParts } from '@signet/contract/operation/system-health'
import { openDatabase } from '../../db/database.ts'
import { projectRoot } from '../../env.ts'
import { probeJob } from '../../features/system-health/system-health.jobs.ts'
import { openLog } from '../../log.ts'
import { anotherServer, newCompany, newUser, useWorld } from '../../../test/harness.ts'
import { healthServer } from '../health-server.ts'

const world = useWorld()
const metricsToken = 'a token of the tests'
const scrape = (server: FastifyInstance, token = metricsToken) =>
  server.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })

test('answers 404 without a token in the settings', async () => {
  expect((await scrape(world().server)).statusCode).toBe(404)
})

test('answers 401 without the token or with another one', async () => {
  const server = await anotherServer({ metricsToken })
  expect((await server.inject('/metrics')).statusCode).toBe(401)
  expect((await scrape(server, 'another token of it')).statusCode).toBe(401)
  await server.close()
})

test('exports requests by route and the state of jobs, and names no company', async () => {
  const company = await newCompany()
  const { accessToken } = await newUser('client', company)
  const server = await anotherServer({ metricsToken })
  await world().database.inCompanies([], (tx) => world().queue.enqueue(tx, probeJob, {}))
  const headers = { authorization: `Bearer ${accessToken}` }
  await server.inject({ url: `/api/rest/companies/${company.key}/apiKeys`, headers })
  await server.inject('/an/unknown/address')
  const { statusCode, headers: sent, body } = await scrape(server)
  expect(statusCode).toBe(200)
  expect(sent['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(body).toContain('signet_database_up 1')
  expect(body).toContain('signet_build_info{version="test"} 1')
  expect(body).toContain('signet_queue_jobs{queue="probe",state="created"} 1')
  expect(body).toContain('signet_queue_oldest_waiting_seconds{queue="probe"}')
  expect(body).toMatch(
    /duration_seconds_count\{method="GET",route="\/api\/rest\/companies\/:company\/apiKeys",status="\dxx"\} 1/,
  )
  expect(body).toContain('route="unknown",status="4xx"')
  expect(body).not.toContain(company.key)
  expect(body).not.toContain('an/unknown')
  await server.close()
})

test('a figure that takes too long is left out, and the database does not count as away for it', async () => {
  const server = await anotherServer({ metricsToken })
  const holder = await world().database.pool.connect()
  try {
    await holder.query('begin; lock table mails in access exclusive mode')
    const { body } = await scrape(server)
    expect(body).toContain('signet_database_up 1')
    expect(body).not.toContain('signet_emails{')
    expect(body).toContain('signet_connectors{')
  } finally {
    await holder.query('rollback')
    holder.release()
    await server.close()
  }
})

test('still exports the process while the database is away, also on the port of a process without the API', async () => {
  const database = openDatabase({ connectionString: 'postgres://signet@127.0.0.1:1/signet' }, 1)
  const server = healthServer({ database, dataDir: null, version: 'test', log: openLog('silent') }, metricsToken)
  const { statusCode, body } = await scrape(server)
  expect(statusCode).toBe(200)
  expect(body).toContain('signet_database_up 0')
  expect(body).toContain('signet_process_cpu_seconds_total')
  expect((await server.inject('/healthz')).statusCode).toBe(200)
  expect((await server.inject('/readyz')).statusCode).toBe(503)
  expect((await server.inject('/api/rest/user/details')).statusCode).toBe(404)
  await server.close()
  await database.close()
})

test.each(['prometheus-rules.yaml', 'grafana-dashboard.json'])('exports every metric that %s names', async (file) => {
  const server = await anotherServer({ metricsToken, dataDir: os.tmpdir() })
  const { body } = await scrape(server)
  await server.close()
  const exported = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  const text = await readFile(path.join(projectRoot, 'deploy', file), 'utf8')
  const named = [...text.matchAll(/\bsignet_\w+/g)].map(([name]) =>
    name.replace(/(_seconds)_(count|bucket|sum)$/, '$1'),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !exported.has(name))).toEqual([])
})

test('exports whether each watched part fails, and the alert rules have one for each', async () => {
  const { pool } = world().database
  await pool.query(`insert into part_troubles (name, since) values ('backups', now() - interval '1 hour')`)
  const server = await anotherServer({ metricsToken })
  const { body } = await scrape(server)
  await server.close()
  await pool.query('delete from part_troubles')
  for (const part of watchedParts)
    expect(body).toContain(`signet_part_troubled{part="${part}"} ${part === 'backups' ? 1 : 0}`)
  expect(body).toContain('signet_processes{service="worker"}')
  const rules = await readFile(path.join(projectRoot, 'deploy', 'prometheus-rules.yaml'), 'utf8')
  const covered = new Set([...rules.matchAll(/labels: \{.*\bpart: (\w+) \}/g)].map(([, part]) => part))
  expect(watchedParts.filter((part) => !covered.has(part))).toEqual([])
})
