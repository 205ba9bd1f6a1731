import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import os from 'node:os'
import path from 'node:path'
import { findSystemPostgres, freePort } from './own-postgres.ts'
import { openProxy, type TcpProxy } from './tcp-proxy.ts'

const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy']

/** The programs that a cluster needs and this machine doesn't have. */
export const missingPrograms = (): string[] => [
  ...programs.filter((program) => !fs.existsSync(program)),
  ...(findSystemPostgres() === null ? ['postgresql'] : []),
]

/** One machine of the cluster: a PostgreSQL server and the Patroni that runs it. */
interface Member {
  name: string
  data: string
  /** The networks between this machine and the others. */
  networks: { etcd: TcpProxy; postgres: TcpProxy; rest: TcpProxy }
  restPort: number
  patroni: ChildProcess | null
}

/** Two PostgreSQL servers under Patroni with synchronous replication, etcd, and HAProxy in front of the primary. */
export interface PatroniCluster {
  /** The owner's address, through HAProxy. */
  url: string
  primary(): Promise<string>
  /** Waits until there is a primary with a synchronous replica. */
  waitForReplica(): Promise<void>
  /** Waits until another member than this one is the primary. */
  waitForOtherPrimary(than: string): Promise<void>
  /** Ends Patroni and PostgreSQL of a member at once, like a machine that loses its power. */
  kill(name: string): void
  start(name: string): void
  /** Separates a member from etcd, HAProxy and the other member. */
  cut(name: string): void
  reconnect(name: string): void
  switchOver(from: string): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const password = 'drill'
const waitMs = 60_000

/**
 * Starts the cluster on the loopback address and waits until both servers are in sync.
 *
 * The times are shorter than Patroni's defaults (30, 10 and 10 s), because a key that isn't renewed is what a failover waits for.
 */
export async function newPatroniCluster(): Promise<PatroniCluster> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-patroni-'))
  fs.chmodSync(folder, 0o755)
  const children: ChildProcess[] = []
  const run = (program: string, args: string[], log: string, asRoot = false) => {
    const output = fs.openSync(path.join(folder, `${log}.log`), 'a')
    const child = spawn(program, args, {
      ...(asRoot ? {} : account),
      cwd: folder,
      stdio: ['ignore', output, output],
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LANG: 'C.UTF-8' },
    })
    fs.closeSync(output)
    children.push(child)
    return child
  }
  const own = (...parts: string[]) => {
    const made = path.join(folder, ...parts)
    fs.mkdirSync(made, { recursive: true, mode: 0o700 })
    if (account.uid !== undefined) fs.chownSync(made, account.uid, account.gid)
    return made
  }

  const [etcdPort, peerPort, proxyPort] = [await freePort(), await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  run(
    '/usr/bin/etcd',
    [
      ['--data-dir', own('etcd')],
      ['--listen-client-urls', etcdUrl],
      ['--advertise-client-urls', etcdUrl],
      ['--listen-peer-urls', `http://127.0.0.1:${peerPort}`],
      ['--initial-advertise-peer-urls', `http://127.0.0.1:${peerPort}`],
      ['--initial-cluster', `default=http://127.0.0.1:${peerPort}`],
      ['--unsafe-no-fsync'],
    ].flat(),
    'etcd',
  )

  const bin = findSystemPostgres() ?? ''
  const members = new Map<string, Member>()
  for (const name of ['one', 'two']) {
    const [port, restPort] = [await freePort(), await freePort()]
    const networks = {
      etcd: await openProxy(etcdPort),
      postgres: await openProxy(port),
      rest: await openProxy(restPort),
    }
    const data = path.join(own(name), 'data')
    const file = path.join(folder, name, 'patroni.json')
    fs.writeFileSync(file, JSON.stringify(configurationOf({ name, data, port, restPort, networks, bin }), null, 2))
    fs.chmodSync(file, 0o644)
    members.set(name, { name, data, networks, restPort, patroni: null })
  }
  const memberOf = (name: string): Member => {
    const member = members.get(name)
    if (!member) throw new Error(`no member ${name}`)
    return member
  }
  const start = (name: string) => {
    memberOf(name).patroni = run('/usr/bin/patroni', [path.join(folder, name, 'patroni.json')], name)
  }

  const haproxy = path.join(folder, 'haproxy.cfg')
  fs.writeFileSync(haproxy, haproxyConfiguration(proxyPort, [...members.values()]))
  run('/usr/sbin/haproxy', ['-db', '-f', haproxy], 'haproxy', true)

  const answersOf = async (what: string): Promise<string[]> => {
    const answers = await Promise.all(
      [...members.values()].map(async ({ name, restPort }) => {
        const answer = await fetch(`http://127.0.0.1:${restPort}/${what}`).catch(() => null)
        return answer?.ok ? name : []
      }),
    )
    return answers.flat()
  }
  const until = async (what: string, isTrue: () => Promise<boolean>) => {
    const deadline = performance.now() + waitMs
    while (!(await isTrue())) {
      if (performance.now() > deadline) throw new Error(`${what}: not within ${waitMs / 1000} s; logs are in ${folder}`)
      await sleep(100)
    }
  }

  const cluster: PatroniCluster = {
    url: `postgres://postgres:${password}@127.0.0.1:${proxyPort}/postgres`,
    async primary() {
      const [name] = await answersOf('primary')
      if (name === undefined) throw new Error('no primary')
      return name
    },
    waitForReplica: () =>
      until(
        'a synchronous replica',
        async () => (await answersOf('sync')).length === 1 && (await answersOf('primary')).length === 1,
      ),
    waitForOtherPrimary: (than) =>
      until('another primary', async () => (await answersOf('primary')).some((name) => name !== than)),
    kill(name) {
      const { patroni, data } = memberOf(name)
      const postmaster = Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      patroni?.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
    },
    start,
    cut(name) {
      for (const network of Object.values(memberOf(name).networks)) network.hang()
    },
    reconnect(name) {
      for (const network of Object.values(memberOf(name).networks)) network.recover()
    },
    async switchOver(from) {
      const { restPort } = memberOf(from)
      const answer = await fetch(`http://127.0.0.1:${restPort}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from }),
      })
      if (!answer.ok) throw new Error(`the switch-over was refused: ${await answer.text()}`)
    },
    async close() {
      for (const { patroni } of members.values()) patroni?.kill('SIGTERM')
      await Promise.race([
        Promise.all([...members.values()].map(async ({ patroni }) => (patroni ? ended(patroni) : undefined))),
        sleep(15_000),
      ])
      for (const { data } of members.values())
        spawnSync(path.join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate'], account)
      for (const child of children) child.kill('SIGKILL')
      for (const { networks } of members.values())
        await Promise.all(Object.values(networks).map((network) => network.close()))
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
  try {
    // The first one creates the cluster, the other one copies it.
    start('one')
    await until('a primary', async () => (await answersOf('primary')).length === 1)
    start('two')
    await cluster.waitForReplica()
  } catch (error) {
    const log = fs.readFileSync(path.join(folder, 'one.log'), 'utf8').slice(-3000)
    await cluster.close()
    throw new Error(`The cluster didn't start:\n${log}`, { cause: error })
  }
  return cluster
}

const ended = (child: ChildProcess) =>
  child.exitCode === null && child.signalCode === null
    ? new Promise<void>((resolve) => child.once('exit', () => resolve()))
    : Promise.resolve()

function configurationOf(member: {
  name: string
  data: string
  port: number
  restPort: number
  networks: Member['networks']
  bin: string
}): object {
  const { name, data, port, restPort, networks, bin } = member
  return {
    scope: 'drill',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${networks.rest.port}` },
    // As a proxy, so that Patroni doesn't learn another way to etcd from its list of members.
    etcd3: { proxy: `http://127.0.0.1:${networks.etcd.port}` },
    bootstrap: {
      dcs: {
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        // A crashed primary isn't started again first.
        primary_start_timeout: 0,
        master_start_timeout: 0,
        // A commit is acknowledged once the replica has it.
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 200, wal_keep_size: '256MB', fsync: 'off', wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${networks.postgres.port}`,
      data_dir: data,
      bin_dir: bin,
      pgpass: path.join(path.dirname(data), 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'postgres', password },
      },
      parameters: { unix_socket_directories: path.dirname(data) },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
      ],
    },
  }
}

const haproxyConfiguration = (port: number, members: readonly Member[]) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${members
  .map(
    ({ name, networks: { postgres, rest } }) => `  server ${name} 127.0.0.1:${postgres.port} check port ${rest.port}`,
  )
  .join('\n')}
`
