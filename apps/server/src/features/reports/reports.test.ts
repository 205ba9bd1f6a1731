import { describe, expect, test } from 'vitest'
import { deleteReport, listReports, publishReport } from '@signet/contract/reports/reports'
import { hourMs } from '@signet/contract/time'
import { newCompany, newUser, refusal, send, useWorld } from '../../../test/harness.ts'
import { removeUnnamedFiles } from '../evidence/remove-unnamed-files.ts'

const world = useWorld()

const pdf = (text: string) => Buffer.from(`%PDF-1.7\n% ${text}\n`)

async function createFixture() {
  const company = await newCompany()
  const [admin, client] = [await newUser('admin', company), await newUser('clientPeeker', company)]
  const publish = (name: string, fields: Record<string, string> = {}, bytes = pdf(`${company.key} ${name}`)) =>
    send(admin, publishReport, {
      form: {
        fields: { company: company.key, kind: 'monthly', period: '2026-10', ...fields },
        files: [{ bytes, name }],
      },
    })
  return { company, admin, client, publish }
}

describe('a report', () => {
  test('is published for all users of its company and recorded', async () => {
    const { company, admin, client, publish } = await createFixture()
    const { status, body } = await publish('October.pdf')
    expect(status).toBe(201)
    const listed = await send(client, listReports)
    expect(listed.body).toMatchObject({
      total: 1,
      items: [{ id: body.id, name: 'October.pdf', kind: 'monthly', period: '2026-10', type: 'application/pdf' }],
    })
    const opened = await world().server.inject(listed.body.items[0]?.href as string)
    expect(opened.rawPayload).toEqual(pdf(`${company.key} October.pdf`))
    expect(opened.headers['content-disposition']).toBe('inline; filename="October.pdf"')
    const { rows } = await world().database.pool.query(
      `select action, by_email from audit where company_id = $1 and target_id = $2`,
      [company.id, body.id],
    )
    expect(rows).toEqual([{ action: 'report.published', by_email: admin.email }])
  })

  test('is found by words and days, and sorted in a stable order', async () => {
    const { company, client, publish } = await createFixture()
    const ids: string[] = []
    for (const name of ['b.pdf', 'a.pdf', 'c.pdf']) ids.push((await publish(name)).body.id)
    const days = ['2026-01-01', '2026-02-01', '2026-03-01']
    for (const [index, id] of ids.entries()) {
      await world().database.pool.query('update reports set published_at = $3 where company_id = $1 and id = $2', [
        company.id,
        id,
        `${days[index]}T12:00:00Z`,
      ])
    }
    const found = async (raw: Record<string, string>) => {
      const { body } = await send(client, listReports, { raw })
      return body.items.map(({ name }) => name).join(' ')
    }
    expect(await found({})).toBe('c.pdf a.pdf b.pdf')
    expect(await found({ sortField: 'name', sortDirection: 'asc' })).toBe('a.pdf b.pdf c.pdf')
    expect(await found({ fromDate: '2026-02-01', toDate: '2026-02-01' })).toBe('a.pdf')
    expect(await found({ searchQuery: 'C.P' })).toBe('c.pdf')
    expect(await found({ searchQuery: '%' })).toBe('')
    // Each word must occur somewhere: in the name, the kind, the period or the publisher.
    expect(await found({ searchQuery: 'monthly b.pdf -10' })).toBe('b.pdf')
    expect(await found({ searchQuery: 'b.pdf -11' })).toBe('')
    expect(await found({ limit: '1', pageNumber: '2' })).toBe('a.pdf')
  })

  test('is deleted with its link and, within two nights, its bytes', async () => {
    const { admin, client, publish } = await createFixture()
    const { body } = await publish('wrong.pdf')
    const [report] = (await send(client, listReports)).body.items
    expect((await send(admin, deleteReport, { params: { reportId: body.id } })).status).toBe(204)
    expect((await send(client, listReports)).body.items).toEqual([])
    expect((await world().server.inject(report?.href as string)).statusCode).toBe(404)
    expect((await send(admin, deleteReport, { params: { reportId: body.id } })).status).toBe(404)
    expect(await removeUnnamedFiles(world(), new Date(Date.now() + 25 * hourMs))).toBe(1)
  })

  test.each(['2026', '2026-10', '2026-Q4', '2026-W41', '2026-10-05', '2026-10-05/2026-10-11'])(
    'may be about %s',
    async (period) => {
      const { publish } = await createFixture()
      expect(await publish('x.pdf', { period })).toMatchObject({ status: 201, body: { period } })
    },
  )

  test.each([
    ['period', 'soon', 'NOT_A_PERIOD'],
    ['period', '2026-13', 'NOT_A_PERIOD'],
    ['period', '2026-02-30', 'NOT_A_PERIOD'],
    ['period', '2026/2027', 'NOT_A_PERIOD'],
    ['period', '2026-10-05/2026-10-11/2026-10-12', 'NOT_A_PERIOD'],
    ['kind', 'yearly', 'NOT_AN_OPTION'],
  ] as const)('with the %s %s is refused by name', async (field, value, reason) => {
    const { publish } = await createFixture()
    expect(await publish('x.pdf', { [field]: value })).toMatchObject(refusal(reason, `body.${field}`))
  })

  test('that is a page or a picture is refused', async () => {
    const { publish } = await createFixture()
    expect(await publish('x.pdf', {}, Buffer.from('<!doctype html><p>'))).toMatchObject(
      refusal('FILE_TYPE_NOT_ALLOWED'),
    )
  })
})
