import { randomBytes, randomUUID } from 'node:crypto'
import { keepLeaks, leakKeepingOf } from '../src/features/leaks/keep-leaks.ts'
import { addExport, addReport, addRequest, addSchedule } from './case-records.ts'
import { newThreat, newUser, theWorld, type TestCompany } from './harness.ts'
import { aLeak } from './leak-makers.ts'

/** One row of every kind of record a company can have. */
export async function fillCompany(company: TestCompany, marker: string): Promise<void> {
  await addExport(company, marker)
  await addReport(company, marker)
  await addSchedule(company, marker)
  await addRequest(company, marker)
  const threat = await newThreat(company, { name: `login-${marker}-${company.id}.example` })
  const twin = await newThreat(company, { name: `twin-${company.id}.example`, stage: 'merged' })
  const user = await newUser('client', company)
  const base = { company_id: company.id, threat_id: threat.id }
  await theWorld().database.inCompanies([company.id], async (tx) => {
    await tx
      .insertInto('company_assets')
      .values({ company_id: company.id, domains: [marker] })
      .execute()
    await tx
      .insertInto('bookmarks')
      .values({ ...base, user_id: user.id })
      .execute()
    const remark = { id: randomUUID(), kind: 'custom', text: marker, by_user: user.id, by_name: 'x' }
    await tx
      .insertInto('remarks')
      .values({ ...base, ...remark })
      .execute()
    const file = { id: randomUUID(), name: marker, type: 'image/png', size: 1, sha256: 'a'.repeat(64) }
    await tx
      .insertInto('evidence')
      .values({ ...base, ...file, kind: 'capture', captured_at: new Date() })
      .execute()
    await tx
      .insertInto('files')
      .values({
        ...file,
        company_id: company.id,
        owner_kind: 'logo',
        owner_id: null,
        created_by: null,
        created_by_name: marker,
      })
      .execute()
    await tx
      .insertInto('files')
      .values({
        ...file,
        id: randomUUID(),
        company_id: company.id,
        owner_kind: 'brandLogo',
        owner_id: company.brandId,
        created_by: null,
        created_by_name: marker,
      })
      .execute()
    await tx
      .insertInto('files')
      .values({
        ...file,
        id: randomUUID(),
        company_id: company.id,
        owner_kind: 'brandCapture',
        owner_id: company.brandId,
        created_by: null,
        created_by_name: marker,
      })
      .execute()
    const requested = { id: randomUUID(), requested_by: user.id, requested_by_name: marker }
    await tx
      .insertInto('takedowns')
      .values({ ...base, ...requested, status: 'draft', reference: null, reached_at: '{}' })
      .execute()
    await tx
      .insertInto('domain_watches')
      .values({ ...base, host: `${marker}.example`, claimed_until: null, checked_at: null, base_score: null })
      .execute()
    await tx
      .insertInto('domain_observations')
      .values({
        ...base,
        id: randomUUID(),
        kind: 'dns',
        facts: JSON.stringify({ host: marker }),
        hash: marker,
        observed_at: new Date(),
        seen_at: new Date(),
        is_settled: true,
      })
      .execute()
    await tx
      .insertInto('takedown_attempts')
      .values({
        company_id: company.id,
        id: randomUUID(),
        takedown_id: requested.id,
        channel: 'registrar',
        way: 'form',
        recipient: marker,
        link: `https://${marker}.example/report`,
        status: 'sent',
        sent_at: new Date(),
        reference: marker,
        answer: marker,
      })
      .execute()
    await tx
      .insertInto('takedown_checks')
      .values({
        company_id: company.id,
        takedown_id: requested.id,
        at: new Date(),
        state: 'redirecting',
        reason: 'elsewhere',
        status: 200,
        leads_to: `${marker}.example`,
      })
      .execute()
    await tx
      .insertInto('captures')
      .values({
        ...base,
        id: randomUUID(),
        address: `https://${marker}.example/`,
        failure: null,
        requested_by: marker,
        ended_at: null,
      })
      .execute()
    const feeds = { company_id: company.id, changed_at: new Date() }
    await tx
      .insertInto('block_feeds')
      .values({ ...feeds, checked_at: new Date() })
      .execute()
    await tx
      .insertInto('block_entries')
      .values({
        company_id: company.id,
        takedown_id: requested.id,
        kind: 'host',
        value: `${marker}.example`,
        has_subdomains: true,
        threat_type: marker,
        left_at: null,
      })
      .execute()
    await tx
      .insertInto('block_feed_files')
      .values({ ...feeds, file: 'hosts.txt', sha256: file.sha256, size: 1, fetched_at: new Date(), key_name: marker })
      .execute()
    const pack = { company_id: company.id, sequence: 1 }
    await tx
      .insertInto('evidence_packs')
      .values({
        ...pack,
        takedown_id: requested.id,
        content_hash: 'a'.repeat(64),
        manifest_hash: 'b'.repeat(64),
        previous_hash: null,
        key_id: 'c'.repeat(64),
        made_at: new Date(),
        made_by: user.id,
        made_by_name: marker,
      })
      .execute()
    await tx
      .insertInto('evidence_pack_files')
      .values({ ...pack, position: 0, path: marker, sha256: 'a'.repeat(64) })
      .execute()
    await tx
      .insertInto('deeper_analyses')
      .values({ ...base, ...requested })
      .execute()
    await keepLeaks(tx, theWorld().secrets, await leakKeepingOf(tx, company.id), [aLeak({ entity: marker })])
    await tx
      .insertInto('saved_views')
      .values({
        company_id: company.id,
        id: randomUUID(),
        user_id: user.id,
        user_name: marker,
        list: 'threats',
        name: marker,
        source: 'All',
        filters: JSON.stringify({ q: marker }),
        columns: null,
        is_shared: true,
      })
      .execute()
    await tx
      .insertInto('leak_imports')
      .values({ company_id: company.id, id: randomUUID(), file: randomBytes(32), name: marker, finished_at: null })
      .execute()
    const entry = {
      by_name: null,
      by_email: null,
      by_role: null,
      ip: null,
      before: null,
      after: null,
      request_id: null,
    }
    await tx
      .insertInto('audit')
      .values({
        ...entry,
        company_id: company.id,
        id: randomUUID(),
        user_id: null,
        action: marker,
        target_type: 'threat',
        target_id: threat.id,
      })
      .execute()
    await tx
      .insertInto('mails')
      .values({
        company_id: company.id,
        id: randomUUID(),
        template: marker,
        once: null,
        sending_id: null,
        from_name: null,
        from_address: null,
        to_name: marker,
        to_address: 'x@test.example',
        subject: marker,
        text: marker,
        html: null,
        error: null,
        sending_at: null,
        ended_at: null,
      })
      .execute()
    await tx
      .insertInto('mail_suppressions')
      .values({ company_id: company.id, address: 'x@test.example', reason: marker, until: new Date() })
      .execute()
    const caught = { from_text: marker, to_text: marker, subject: marker, text: marker, html: marker }
    await tx
      .insertInto('caught_mails')
      .values({ ...caught, company_id: company.id, id: randomUUID(), mail_id: randomUUID(), raw: Buffer.from(marker) })
      .execute()
    await tx
      .insertInto('notifications')
      .values({
        company_id: company.id,
        id: randomUUID(),
        user_id: user.id,
        type: 'threat',
        title: marker,
        href: null,
        once: null,
        read_at: null,
      })
      .execute()
    await tx
      .insertInto('news')
      .values({ company_id: company.id, id: randomUUID(), title: marker, body: marker, by_name: 'x' })
      .execute()
    await tx
      .insertInto('threat_traits')
      .values({ ...base, kind: 'nameServers', value: marker })
      .execute()
    await tx
      .insertInto('allow_entries')
      .values({
        company_id: company.id,
        id: randomUUID(),
        kind: 'domain',
        value: `${marker}.example`,
        reason: marker,
        by_user: user.id,
        by_name: marker,
        threat_id: threat.id,
        content_hash: null,
        expires_at: null,
        last_suppressed_at: null,
        counted_scan: null,
        counted_line: null,
      })
      .execute()
    await tx.insertInto('alert_settings').values({ company_id: company.id, rules: '[]', recipients: [] }).execute()
    await tx
      .insertInto('alert_hits')
      .values({ ...base, rule: marker })
      .execute()
    await tx
      .insertInto('notice_rule_hits')
      .values({ company_id: company.id, rule_id: randomUUID(), cause: marker })
      .execute()
    await tx
      .insertInto('news_saves')
      .values({ company_id: company.id, user_id: user.id, news_id: randomUUID() })
      .execute()
    await tx
      .insertInto('announcement_receipts')
      .values({ company_id: company.id, announcement_id: randomUUID(), user_id: user.id })
      .execute()
    await tx
      .insertInto('live_events')
      .values({ company_id: company.id, id: randomUUID(), type: 'toast', user_id: null })
      .execute()
    await tx
      .insertInto('qa_claims')
      .values({ ...base, user_id: user.id, user_name: marker, expires_at: new Date() })
      .execute()
    await tx
      .insertInto('qa_watches')
      .values({ ...base, every_days: 7, checked_at: new Date(), checked_by_name: marker, due_at: new Date() })
      .execute()
    await tx
      .insertInto('threat_merges')
      .values({
        ...base,
        threat_id: twin.id,
        into_id: threat.id,
        from_stage: 'queued',
        merged_by: user.id,
        merged_by_name: marker,
      })
      .execute()
    const scan = { company_id: company.id, scan_id: randomUUID() }
    await tx
      .insertInto('company_scans')
      .values({ ...scan, by_name: marker })
      .execute()
    await tx
      .insertInto('scan_stages')
      .values({ ...scan, stage: 'certificates', note: JSON.stringify({ reason: marker, parameters: {} }) })
      .execute()
    const cursor = JSON.stringify({ next: 0, treeSize: 0, treeRoot: marker, treeAt: 0, edge: null })
    await tx
      .insertInto('scan_logs')
      .values({ ...scan, log_id: marker, first_index: 0, until_index: 0, next_index: 0, cursor })
      .execute()
    await tx
      .insertInto('idempotency_keys')
      .values({
        company_id: company.id,
        user_id: user.id,
        key: marker,
        route: 'x',
        body_hash: randomBytes(32),
        status: 200,
        answer: '{}',
      })
      .execute()
    await tx
      .insertInto('ingest_jobs')
      .values({
        company_id: company.id,
        id: randomUUID(),
        source: 'Domain',
        api_key_id: randomUUID(),
        key_name: marker,
        idempotency_key: marker,
        run: randomUUID(),
        lines_hash: null,
        error: null,
      })
      .execute()
    await tx
      .insertInto('api_keys')
      .values({
        company_id: company.id,
        id: randomUUID(),
        name: marker,
        scopes: ['read'],
        token_hash: randomBytes(32),
        start: 'sgk_',
        created_by: user.id,
        created_by_name: marker,
        expires_at: null,
        last_used_at: null,
        ended_at: null,
      })
      .execute()
  })
}
