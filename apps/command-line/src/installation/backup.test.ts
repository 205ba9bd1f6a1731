import { createHash, randomBytes } from 'node:crypto'
import { appendFile, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { localPlace, type BackupPlace } from '@signet/server/backup/backup-place'
import { readManifest } from '@signet/server/backup/manifest'
import { newRecoveryKey, readPublicKey } from '@signet/server/backup/recovery-key'
import { restoreDatabase } from '@signet/server/backup/restore-database'
import { writeBackup } from '@signet/server/backup/write-backup'
import type { Connection } from '@signet/server/db/connection'
import { openDatabase } from '@signet/server/db/database'
import { readEnv } from '@signet/server/env'
import { sentenceOf } from '@signet/server/errors/sentences'
import { writeHeads } from '@signet/server/features/audit/audit-heads'
import { asProduct, recordAudit } from '@signet/server/features/audit/audit.queries'
import { sealAudit } from '@signet/server/features/audit/seal-audit'
import type { FileStore } from '@signet/server/files/file-store'
import { buildServer } from '@signet/server/http/build-server'
import { cleanUpJob } from '@signet/server/jobs/clean-up.jobs'
import { openLog } from '@signet/server/log'
import { databaseOf } from '@signet/server/test/cluster'
import { fillCompany } from '@signet/server/test/fill-company'
import {
  newCompany,
  newUser,
  testPassword,
  useWorld,
  type TestCompany,
  type TestUser,
} from '@signet/server/test/harness'
import { aLeak, newLeaks } from '@signet/server/test/leak-makers'
import { cleanUpLater, newFolder } from '@signet/server/test/new-folder'
import { startFakeS3 } from '@signet/server/test/outside/fake-s3'
import { onCluster } from '@signet/server/test/on-cluster'
import { sealAll } from '@signet/server/test/seal-all'
import { newVisitor } from '@signet/server/test/visitor'
import { testRolePassword } from '@signet/server/test/role-password'
import { addressOf, jsonLines, newDatabase, onlyLine, runHere, runSignet } from '../../test/signet-process.ts'
import { openProgram } from '../command/program.ts'
import { schemaParts } from './schema-parts.ts'

const world = useWorld()
const recovery = newRecoveryKey()
const leakedPassword = 'a leaked password of somebody'

let settings: Record<string, string>
let folder: string
let privateKey: string
let company: TestCompany
let user: TestUser
let leakId: string
/** SHA-256 of every stored file. */
let stored: string[]

beforeAll(async () => {
  const { connection, database, files, secrets, startedWith } = world()
  folder = await newFolder()
  privateKey = await fileOf('recovery-key', `${recovery.privateKey}\n`)
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  await symlink(startedWith.filesFolder, path.join(dataDir, 'files'))
  settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: addressOf(connection),
    SIGNET_LOG: 'error',
    SIGNET_SECRET: startedWith.secret,
    SIGNET_KEK: startedWith.kek.toString('base64'),
    SIGNET_RECOVERY_KEY: recovery.publicKey,
  }
  company = await newCompany({ modules: { leaks: true, kmp: true } })
  user = await newUser('client', company)
  for (const one of [company, await newCompany()]) await fillCompany(one, 'drill')
  ;[leakId = ''] = await newLeaks({ database, secrets }, company, [aLeak({ password: leakedPassword })])
  for (let size = 0; size < 20; size += 1) await files.put(randomBytes(size * 1000))
  await sealAll()
  await writeHeads(database, dataDir, new Date())
  // A record that isn't sealed when the backup is taken.
  await auditOnce()
  stored = await hashesIn(files)
}, 300_000)

const auditOnce = () =>
  world().database.inCompanies([company.id], (tx) =>
    recordAudit(asProduct(tx, company.id), {
      action: 'drill.recorded',
      targetType: 'company',
      targetId: company.brandId,
    }),
  )

async function fileOf(name: string, text: string): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

async function hashesIn(files: FileStore): Promise<string[]> {
  const found: string[] = []
  for await (const { sha256 } of files.list()) {
    const content = await files.open(sha256)
    const bytes = content ? await buffer(content) : Buffer.alloc(0)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    found.push(sha256)
  }
  return found.toSorted()
}

const backup = (...args: string[]) => runHere(['backup', ...args], { env: settings })

/** A finished backup in a new folder. */
async function newBackup(): Promise<string> {
  const place = await newFolder()
  expect(await backup(place)).toMatchObject({ code: 0, stderr: '' })
  return place
}

/** Settings of a machine on which no installation was. */
async function newMachine(): Promise<Record<string, string>> {
  return { DATA_DIR: await newFolder(), DATABASE_URL: await newDatabase(inject('server')), SIGNET_LOG: 'error' }
}

const restore = (env: Record<string, string>, place: string, ...args: string[]) =>
  runHere(['restore', place, '--recovery-key', privateKey, ...args], { env })

/**
 * The rows of every table as one hash each, and how many there are; and what protects and finds them. A backup doesn't contain the note
 * that it is finished.
 */
async function contentsOf(address: string): Promise<Record<string, string>> {
  const database = openDatabase({ connectionString: address, rolePassword: testRolePassword }, 1)
  try {
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('migrations', 'backups')`,
    )
    const found: Record<string, string> = {}
    for (const { name } of tables) {
      // These contain numbers of transactions, which are replaced.
      const values = ['public.audit', 'public.audit_heads', 'public.live_events'].includes(name)
        ? `''`
        : `coalesce(md5(string_agg(t::text, '|' order by t::text)), '')`
      const { rows } = await database.pool.query<{ content: string }>(
        `select count(*) || ' ' || ${values} as content from ${name} t`,
      )
      found[name] = rows[0]?.content ?? ''
    }
    const { rows: schema } = await database.pool.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'
       union all select tgrelid::regclass || ' ' || tgname, tgenabled::text || pg_get_triggerdef(oid) from pg_trigger
         where not tgisinternal and tgrelid::regclass::text not like '%.%'
       union all select relname, relrowsecurity::text || ' ' || relforcerowsecurity::text from pg_class
         where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    for (const { name, definition } of schema) found[name] = definition
    return found
  } finally {
    await database.close()
  }
}

/** Everything that makes a restored installation usable. */
async function expectUsable(env: Record<string, string>): Promise<void> {
  const log = openLog('silent')
  const program = await openProgram(readEnv(env), log, () => {})
  const server = await buildServer(
    {
      ...program,
      publicOrigin: null,
      installation: { looksUp: false, followsLogs: false, mailFrom: null },
      session: { staffFactor: false },
    },
    'test',
    null,
  )
  try {
    const signedIn = await newVisitor(server).signIn(user.email, testPassword)
    expect(signedIn.status).toBe(200)
    expect((await newVisitor(server).signIn(user.email, 'another password')).status).toBe(401)
    const { database, secrets, files } = program
    const opened = await database.inCompanies([company.id], async (tx) => {
      const { secret } = await tx
        .selectFrom('leaks')
        .select('secret')
        .where('company_id', '=', company.id)
        .where('id', '=', leakId)
        .executeTakeFirstOrThrow()
      return secrets.open(tx, { companyId: company.id, recordId: leakId, field: 'password' }, secret as Buffer)
    })
    expect(opened).toBe(leakedPassword)
    expect(await hashesIn(files)).toEqual(stored)
  } finally {
    await server.close()
    await program.close()
  }
  const verified = await runHere(['audit', 'verify'], { env })
  expect(verified).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(verified)).toContainEqual(expect.objectContaining({ company: company.key, ok: true }))
}

/** An empty database of a role that is no superuser and may not create roles: those of the product are prepared. */
async function newOwner(rights: 'createdb' | 'nocreatedb'): Promise<{ url: string; connection: Connection }> {
  const owner = `signet_owner_${randomBytes(6).toString('hex')}`
  const password = randomBytes(6).toString('hex')
  const admin = openDatabase(inject('server'), 1)
  await admin.pool.query(`create role ${owner} login ${rights} password '${password}'`)
  await admin.pool.query(`create database ${owner} owner ${owner}`)
  cleanUpLater(async () => {
    await admin.pool.query(`drop database ${owner} with (force)`)
    await admin.pool.query(`drop role ${owner}`)
    await admin.close()
  })
  const connection = databaseOf(inject('server'), owner)
  if (!('connectionString' in connection)) return { url: addressOf({ ...connection, user: owner }), connection }
  const address = new URL(connection.connectionString)
  address.username = owner
  address.password = password
  return { url: address.href, connection }
}

/** The only backup in a folder. */
async function manifestIn(folderOfBackup: string) {
  const [name = ''] = await readdir(path.join(folderOfBackup, 'backups'))
  const file = path.join(folderOfBackup, 'backups', name)
  const text = await readFile(file, 'utf8')
  const { id, tables }: { id: string; tables: { name: string; rows: number; data: { sha256: string } }[] } =
    JSON.parse(text)
  return { name, file, text, id, tables }
}

// A cluster isn't backed up (shard.test.ts).
describe.skipIf(onCluster)('a restored installation', () => {
  test('has every row and file, opens leaks, signs users in, and its audit log is whole', async () => {
    const place = await newFolder()
    const written = await backup(place, '--check')
    expect(written).toMatchObject({ code: 0, stderr: '' })
    const [result] = jsonLines(written)
    const noted = await world().database.pool.query('select id from backups')
    expect(noted.rows).toContainEqual({ id: (await manifestIn(place)).id })
    expect(result).toMatchObject({
      files: stored.length,
      filesCopied: stored.length,
      damagedFiles: [],
      isChecked: true,
    })

    const env = await newMachine()
    const restored = await restore(env, place)
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(jsonLines(restored)).toMatchObject([
      { backup: result?.['backup'], rows: result?.['rows'], files: stored.length },
    ])
    expect(await contentsOf(env['DATABASE_URL'] ?? '')).toEqual(await contentsOf(settings['DATABASE_URL'] ?? ''))
    await expectUsable(env)
  })

  test('seals the records that were not sealed yet, and adds to the chain', async () => {
    const env = await newMachine()
    expect(await restore(env, await newBackup())).toMatchObject({ code: 0 })
    const program = await openProgram(readEnv(env), openLog('silent'), () => {})
    try {
      // Numbers of transactions of the other server would be from the future of this one.
      const { rows } = await program.database.pool.query<{ column: string }>(
        `select a.attrelid::regclass || '.' || a.attname as column from pg_attrdef d
         join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
         join pg_class t on t.oid = d.adrelid and not t.relispartition
         where pg_get_expr(d.adbin, d.adrelid) like '%pg_current_xact_id%' order by 1`,
      )
      expect(rows.map(({ column }) => column)).toEqual(['audit.xid', 'live_events.xid'])
      const { rows: numbers } = await program.database.pool.query(
        'select (select max(xid) from audit)::int as audit, (select max(xid) from live_events)::int as events',
      )
      expect(numbers).toEqual([{ audit: 1, events: 0 }])
      const unsealed = async () => {
        await sealAudit(program, program.keys.audit)
        const lines = jsonLines<{ company: string; unsealed: number }>(await runHere(['audit', 'verify'], { env }))
        return lines.find((line) => line.company === company.key)?.unsealed
      }
      await expect.poll(unsealed).toBe(0)
      await program.database.inCompanies([company.id], (tx) =>
        recordAudit(asProduct(tx, company.id), {
          action: 'drill.recorded',
          targetType: 'company',
          targetId: company.brandId,
        }),
      )
      await expect.poll(unsealed).toBe(0)
    } finally {
      await program.close()
    }
    expect(await runHere(['audit', 'verify'], { env })).toMatchObject({ code: 0 })
  })

  test('runs in the embedded database as well', async () => {
    const env = { DATA_DIR: await newFolder(), SIGNET_LOG: 'error' }
    const args = ['restore', await newBackup(), '--recovery-key', privateKey]
    expect(await runSignet(args, { env })).toMatchObject({ code: 0, stderr: '' })
    expect(await runSignet(['audit', 'verify'], { env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('keeps the jobs that had not ended, and the numbers that were given out', async () => {
    const { database, queue } = world()
    const jobId = await database.inCompanies([], (tx) => queue.enqueue(tx, cleanUpJob, {}))
    const env = await newMachine()
    expect(await restore(env, await newBackup())).toMatchObject({ code: 0 })
    const other = openDatabase({ connectionString: env['DATABASE_URL'] ?? '', rolePassword: testRolePassword }, 1)
    try {
      const { rows } = await other.pool.query('select id, state from pgboss.job where id = $1', [jobId])
      expect(rows).toEqual([{ id: jobId, state: 'created' }])
      const next = await other.pool.query<{ id: number }>(
        `select nextval(pg_get_serial_sequence('companies', 'id'))::int as id`,
      )
      expect(next.rows[0]?.id).toBeGreaterThan(company.id + 1)
      const numbers = `select last_value::int, is_called from threat_numbers_${company.id}`
      expect((await other.pool.query(numbers)).rows).toEqual((await database.pool.query(numbers)).rows)
    } finally {
      await other.close()
    }
  })

  test('belongs to a role that is no superuser, which can back it up again', async () => {
    const { url, connection } = await newOwner('createdb')
    const env = { ...(await newMachine()), DATABASE_URL: url, SIGNET_RECOVERY_KEY: recovery.publicKey }
    expect(await restore(env, await newBackup())).toMatchObject({ code: 0, stderr: '' })
    const before = await contentsOf(settings['DATABASE_URL'] ?? '')
    expect(await contentsOf(addressOf(connection))).toEqual(before)

    const second = await newFolder()
    expect(await runHere(['backup', second, '--check'], { env })).toMatchObject({ code: 0, stderr: '' })
    const third = await newMachine()
    expect(await restore(third, second)).toMatchObject({ code: 0, stderr: '' })
    expect(await contentsOf(third['DATABASE_URL'] ?? '')).toEqual(before)
    // Rows of other companies are still hidden from the owner.
    const own = openDatabase({ connectionString: url, rolePassword: testRolePassword }, 1)
    expect((await own.pool.query('select count(*)::int as n from audit')).rows).toEqual([{ n: 0 }])
    await own.close()
  })
})

describe.skipIf(onCluster)('backup', () => {
  test('continues after an interruption, and an unfinished backup is none', async () => {
    const { database, files } = world()
    const place = await newFolder()
    let opened = 0
    const broken: FileStore = {
      ...files,
      open(sha256) {
        opened += 1
        if (opened > 5) throw new Error('the machine stopped')
        return files.open(sha256)
      },
    }
    const recipient = readPublicKey(recovery.publicKey)
    const belongings = { signet: 'test', auditHeads: [], keys: '{}', recipient: recipient! }
    const { signal } = new AbortController()
    const begun = writeBackup({ database, files: broken }, localPlace(place), belongings, signal)
    await expect(begun).rejects.toThrow('the machine stopped')
    const none = await restore(await newMachine(), place)
    expect([none.code, onlyLine(none)]).toEqual([1, sentenceOf('BACKUP_NOT_FOUND', { place, id: 'newest' })])

    const finished = jsonLines(await backup(place))[0]
    expect(finished).toMatchObject({ files: stored.length })
    expect(finished?.['filesCopied']).toBeLessThan(stored.length)
    expect(jsonLines(await backup(place))[0]).toMatchObject({ files: stored.length, filesCopied: 0 })
  })

  test('runs once at a time', async () => {
    const client = await world().database.pool.connect()
    await client.query('select pg_advisory_lock(7305526)')
    const ended = await backup(await newFolder())
    client.release(true)
    expect([ended.code, onlyLine(ended)]).toEqual([1, sentenceOf('BACKUP_RUNNING')])
  })

  test('leaves out a stored file whose content changed, names it, and finishes', async () => {
    const { files, startedWith } = world()
    const { sha256 } = await files.put(randomBytes(100))
    const file = path.join(startedWith.filesFolder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    const place = await newFolder()
    await backup(place)
    await appendFile(file, 'x')
    const ended = await backup(place, '--keep', '1')
    await files.remove(sha256)
    expect(ended.code).toBe(1)
    expect(ended.stderr).toBe(`${sentenceOf('STORED_FILES_DAMAGED', { count: 1, first: sha256 })}\n`)
    // The older backup stays, because it has the file as it was.
    expect(jsonLines(ended)).toMatchObject([{ files: stored.length, damagedFiles: [sha256], backupsRemoved: 0 }])
    expect(await restore(await newMachine(), place)).toMatchObject({ code: 0 })
  })

  test('deletes older backups on request, with what only they and interrupted ones need', async () => {
    const { files } = world()
    const place = await newFolder()
    const { objects } = localPlace(place)
    const { sha256: onlyInOld } = await files.put(randomBytes(50))
    await backup(place)
    await files.remove(onlyInOld)
    const { sha256: ofInterrupted } = await objects.put(randomBytes(60))
    const { id } = await manifestIn(place)
    const kept = await backup(place, '--keep', '2')
    expect(jsonLines(kept)).toMatchObject([{ backupsRemoved: 0 }])
    expect([await objects.has(onlyInOld), await objects.has(ofInterrupted)]).toEqual([true, false])
    expect(jsonLines(await backup(place, '--keep', '1'))).toMatchObject([{ backupsRemoved: 2 }])
    expect(await objects.has(onlyInOld)).toBe(false)
    expect((await manifestIn(place)).id).not.toBe(id)
    expect(await restore(await newMachine(), place)).toMatchObject({ code: 0, stderr: '' })
    expect((await backup(place, '--keep', '0')).code).toBe(2)
  })

  test('goes to a bucket and comes back from it', async () => {
    const fake = await startFakeS3()
    cleanUpLater(() => fake.close())
    const { endpoint, region, accessKeyId, secretAccessKey } = fake.settings
    const bucket = {
      SIGNET_BACKUP_S3_ENDPOINT: endpoint ?? '',
      SIGNET_BACKUP_S3_REGION: region,
      SIGNET_BACKUP_S3_ACCESS_KEY: accessKeyId,
      SIGNET_BACKUP_S3_SECRET_KEY: secretAccessKey,
    }
    const place = 's3://signet/backups-of/acme'
    expect(await runHere(['backup', place], { env: { ...settings, ...bucket } })).toMatchObject({ code: 0, stderr: '' })
    expect([...fake.objects.keys()].filter((key) => !key.startsWith('backups-of/acme/'))).toEqual([])
    const env = { ...(await newMachine()), ...bucket }
    expect(await restore(env, place)).toMatchObject({ code: 0, stderr: '' })
    await expectUsable(env)

    const missing = await runHere(['backup', 's3://other-bucket'], { env: { ...settings, ...bucket } })
    expect(missing.code).toBe(1)
    const failure = { place: 's3://other-bucket', code: 'NoSuchBucket', detail: 'NoSuchBucket' }
    expect(onlyLine(missing)).toBe(sentenceOf('BACKUP_PLACE_FAILED', failure))
    const half = await runHere(['backup', place], { env: { ...settings, SIGNET_BACKUP_S3_ACCESS_KEY: 'x' } })
    expect([half.code, onlyLine(half)]).toEqual([1, sentenceOf('BACKUP_S3_KEYS_MISSING')])
    const keyless = await backup(place)
    expect([keyless.code, onlyLine(keyless)]).toEqual([2, sentenceOf('BACKUP_PLACE_INVALID', { place })])
  })

  test('says in one line what it needs, and prints a new recovery key', async () => {
    const without = await runHere(['backup', folder], { env: { ...settings, SIGNET_RECOVERY_KEY: '' } })
    expect([without.code, onlyLine(without)]).toEqual([2, sentenceOf('RECOVERY_KEY_MISSING')])
    const nowhere = await backup()
    expect([nowhere.code, onlyLine(nowhere)]).toEqual([2, sentenceOf('BACKUP_PLACE_MISSING')])
    const notAFolder = await backup(privateKey)
    expect(notAFolder.code).toBe(1)
    expect(onlyLine(notAFolder)).toContain(privateKey)
    const key = await runHere(['backup', '--new-recovery-key'])
    expect(key).toMatchObject({ code: 0, stderr: '' })
    const [made] = jsonLines<{ publicKey: string; privateKey: string }>(key)
    expect(made?.publicKey).toMatch(/^signet-recovery-public-[\w-]{43}$/)
    expect(made?.privateKey).toMatch(/^signet-recovery-private-[\w-]{43}$/)
  })

  test('is kept on the server by a role that may not create databases, and says that it is not checked', async () => {
    const { url } = await newOwner('nocreatedb')
    const env = { ...settings, DATA_DIR: await newFolder(), DATABASE_URL: url }
    const ended = await runHere(['backup', await newFolder(), '--check'], { env })
    expect(ended.code).toBe(1)
    expect(onlyLine(ended)).toBe(
      sentenceOf('SCRATCH_DATABASE_REFUSED', { detail: 'permission denied to create database' }),
    )
  })
})

describe.skipIf(onCluster)('restore', () => {
  let place: string
  beforeAll(async () => {
    place = await newBackup()
  })

  /** A copy of the backup in which one byte of an object differs. */
  async function damaged(sha256: string): Promise<string> {
    const copy = await newFolder()
    await cp(place, copy, { recursive: true })
    const file = path.join(copy, 'objects', sha256.slice(0, 2), sha256.slice(2, 4), sha256)
    const bytes = await readFile(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    await writeFile(file, bytes)
    return copy
  }

  test('names the table, the file or the manifest in which a byte was changed', async () => {
    const { tables } = await manifestIn(place)
    const leaks = tables.find(({ name }) => name === 'leaks')?.data.sha256 ?? ''
    const env = await newMachine()
    const table = await restore(env, await damaged(leaks))
    expect([table.code, onlyLine(table)]).toEqual([1, sentenceOf('BACKUP_CHANGED', { part: 'leaks' })])

    const part = stored.find((sha256) => !sha256.startsWith(createHash('sha256').digest('hex').slice(0, 8))) ?? ''
    const file = await restore(env, await damaged(part))
    expect([file.code, onlyLine(file)]).toEqual([1, sentenceOf('BACKUP_CHANGED', { part })])

    const copy = await newFolder()
    await cp(place, copy, { recursive: true })
    const manifest = await manifestIn(copy)
    await writeFile(manifest.file, manifest.text.replace('"rows": ', '"rows": 1'))
    const changed = await restore(env, copy)
    expect([changed.code, onlyLine(changed)]).toEqual([1, sentenceOf('BACKUP_CHANGED', { part: manifest.name })])

    // Nothing of the damaged ones is in the way of an intact one.
    expect(await restore(env, place)).toMatchObject({ code: 0, stderr: '' })
  })

  test('refuses a database that is used, and one with a schema that the backup does not have', async () => {
    const used = await restore({ ...settings, DATA_DIR: await newFolder() }, place)
    expect([used.code, onlyLine(used)]).toEqual([1, sentenceOf('DATABASE_NOT_EMPTY')])
    const env = await newMachine()
    const other = openDatabase({ connectionString: env['DATABASE_URL'] ?? '', rolePassword: testRolePassword }, 1)
    await other.pool.query('create table of_somebody_else (id int)')
    await other.close()
    expect(onlyLine(await restore(env, place))).toBe(sentenceOf('DATABASE_NOT_EMPTY'))
  })

  test('fills a database whose schema was made before', async () => {
    const env = await newMachine()
    expect(await runHere(['migrate'], { env: { ...env, DATA_DIR: await newFolder() } })).toMatchObject({ code: 0 })
    expect(await restore(env, place)).toMatchObject({ code: 0, stderr: '' })
  })

  test('continues after an interruption', async () => {
    const env = await newMachine()
    const whole = localPlace(place)
    const { tables } = await manifestIn(place)
    const last = tables.findLast(({ rows }) => rows > 0)
    const broken: BackupPlace = {
      ...whole,
      objects: {
        ...whole.objects,
        open: (sha256) =>
          sha256 === last?.data.sha256 ? Promise.reject(new Error('cut')) : whole.objects.open(sha256),
      },
    }
    const database = openDatabase({ connectionString: env['DATABASE_URL'] ?? '', rolePassword: testRolePassword })
    const { signal } = new AbortController()
    const manifest = await readManifest(whole, null, place)
    const begun = restoreDatabase(database, broken, manifest, schemaParts(openLog('silent')), signal)
    await expect(begun).rejects.toThrow('cut')
    await database.close()
    expect(await restore(env, place)).toMatchObject({ code: 0, stderr: '' })
    await expectUsable(env)
  })

  test('refuses another recovery key, a file without one, and keys that differ from those of the machine', async () => {
    const env = await newMachine()
    const { id } = await manifestIn(place)
    const run = (file: string, more = {}) =>
      runHere(['restore', place, '--recovery-key', file], { env: { ...env, ...more } })
    const other = await run(await fileOf('other-key', newRecoveryKey().privateKey))
    expect([other.code, onlyLine(other)]).toEqual([1, sentenceOf('RECOVERY_KEY_WRONG', { id })])
    const file = await fileOf('no-key', recovery.publicKey)
    const none = await run(file)
    expect([none.code, onlyLine(none)]).toEqual([2, sentenceOf('RECOVERY_KEY_UNREADABLE', { file })])
    expect((await run(path.join(folder, 'missing'))).code).toBe(1)
    for (const [name, value] of [
      ['SIGNET_SECRET', 'x'.repeat(32)],
      ['SIGNET_KEK', randomBytes(32).toString('hex')],
    ] as const) {
      const differs = await run(privateKey, { [name]: value })
      expect([differs.code, onlyLine(differs)]).toEqual([1, sentenceOf('INSTALLATION_KEYS_DIFFER', { place: name })])
    }
    const { SIGNET_SECRET, SIGNET_KEK } = settings
    expect(await run(privateKey, { SIGNET_SECRET, SIGNET_KEK })).toMatchObject({ code: 0, stderr: '' })
    expect(await readdir(env['DATA_DIR'] ?? '')).not.toContain('secret')
  })

  test('finds an earlier backup by its id, and says if there is none or it is of a newer version', async () => {
    const several = await newBackup()
    const { id } = await manifestIn(several)
    await auditOnce()
    expect(await backup(several)).toMatchObject({ code: 0 })
    const restored = await restore(await newMachine(), several, '--backup', id)
    expect(jsonLines(restored)).toMatchObject([{ backup: id }])
    const none = await restore(await newMachine(), several, '--backup', 'other')
    expect(onlyLine(none)).toBe(sentenceOf('BACKUP_NOT_FOUND', { place: several, id: 'other' }))

    const newer = await newFolder()
    const text = '{"format":2}'
    const hash = createHash('sha256').update(text).digest('hex')
    await localPlace(newer).write(`20990101T000000000Z-${hash}.json`, text)
    const unknown = await restore(await newMachine(), newer)
    expect([unknown.code, onlyLine(unknown)]).toEqual([1, sentenceOf('BACKUP_FORMAT_UNKNOWN', { format: '2' })])
  })
})
