import { sql } from 'kysely'
import type { BodyOf } from '@signet/contract/route'
import { rightsMax, type putRights, type Rights } from '@signet/contract/companies/rights'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { toFile } from '../evidence/files.queries.ts'

/** The rights of a company without its documents. Index: rights_pkey, trademarks_pkey. */
async function ownRights(tx: Tx, companyId: number): Promise<Omit<Rights, 'documents'>> {
  const row = await tx
    .selectFrom('rights')
    .select(['legal_name', 'postal_address', 'phone', 'signatory', 'signatory_title', 'email', 'accounts', 'version'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const trademarks = await tx
    .selectFrom('trademarks')
    .select(['name', 'number', 'office', 'classes', sql<string | null>`expires_on::text`.as('expiresOn')])
    .where('company_id', '=', companyId)
    .orderBy('place')
    .orderBy('office')
    .orderBy('number')
    .limit(rightsMax.trademarks)
    .execute()
  return {
    legalName: row?.legal_name ?? '',
    postalAddress: row?.postal_address ?? '',
    phone: row?.phone ?? '',
    signatory: row?.signatory ?? '',
    signatoryTitle: row?.signatory_title ?? '',
    email: row?.email ?? '',
    accounts: row?.accounts ?? [],
    trademarks,
    version: row?.version ?? 0,
  }
}

/** The documents of a company with their files, oldest first. Index: rights_documents_pkey. */
export function documentsOf(tx: Tx, companyId: number) {
  return tx
    .selectFrom('rights_documents as documents')
    .innerJoin('files', (join) =>
      join.onRef('files.company_id', '=', 'documents.company_id').onRef('files.id', '=', 'documents.id'),
    )
    .select(['documents.id', 'documents.kind', sql<string | null>`documents.expires_on::text`.as('expiresOn')])
    .select(['files.name', 'files.type', 'files.size', 'files.sha256', 'files.created_at'])
    .where('documents.company_id', '=', companyId)
    .orderBy('files.created_at')
    .orderBy('documents.id')
    .limit(rightsMax.documents)
    .execute()
}

/** What a company can prove, and who speaks for it. */
export async function rightsOf({
  tx,
  company,
  fileHref,
}: Pick<Context, 'tx' | 'company' | 'fileHref'>): Promise<Rights> {
  const documents = await documentsOf(tx, company.id)
  return {
    ...(await ownRights(tx, company.id)),
    documents: documents.map(({ id, kind, expiresOn, ...file }) => ({
      id,
      kind,
      expiresOn,
      file: toFile({ id, ...file }, fileHref),
    })),
  }
}

/** Locks the rights of a company, so that one of two concurrent changes waits. Returns their version, 0 before the first change. */
export async function lockRights(tx: Tx, companyId: number): Promise<number> {
  await tx
    .insertInto('rights')
    .values({ company_id: companyId, accounts: '[]', version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('rights')
    .select('version')
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.version
}

/** Replaces the rights of a company. A trademark whose expiry didn't change keeps the reminders that were sent. */
export async function replaceRights(tx: Tx, companyId: number, to: BodyOf<typeof putRights>): Promise<void> {
  await tx
    .updateTable('rights')
    .set((set) => ({
      legal_name: to.legalName,
      postal_address: to.postalAddress,
      phone: to.phone,
      signatory: to.signatory,
      signatory_title: to.signatoryTitle,
      email: to.email,
      accounts: JSON.stringify(to.accounts),
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .execute()
  const reminded = await tx
    .selectFrom('trademarks')
    .select(['office', 'number', 'reminded_days', sql<string | null>`expires_on::text`.as('expiresOn')])
    .where('company_id', '=', companyId)
    .execute()
  await tx.deleteFrom('trademarks').where('company_id', '=', companyId).execute()
  if (to.trademarks.length === 0) return
  await tx
    .insertInto('trademarks')
    .values(
      to.trademarks.map(({ name, number, office, classes, expiresOn }, place) => ({
        company_id: companyId,
        name,
        number,
        office,
        classes,
        expires_on: expiresOn === null ? null : sql<Date>`${expiresOn}::date`,
        reminded_days:
          reminded.find((old) => old.office === office && old.number === number && old.expiresOn === expiresOn)
            ?.reminded_days ?? null,
        place,
      })),
    )
    .execute()
}

/** Adds a document whose file is stored under the same id. */
export async function insertDocument(
  tx: Tx,
  companyId: number,
  { id, kind, expiresOn }: Pick<Rights['documents'][number], 'id' | 'kind' | 'expiresOn'>,
): Promise<void> {
  await tx
    .insertInto('rights_documents')
    .values({
      company_id: companyId,
      id,
      kind,
      expires_on: expiresOn === null ? null : sql<Date>`${expiresOn}::date`,
      reminded_days: null,
    })
    .execute()
}

/** Removes a document and its file. */
export async function deleteDocument(tx: Tx, companyId: number, documentId: string): Promise<void> {
  for (const table of ['rights_documents', 'files'] as const) {
    await tx.deleteFrom(table).where('company_id', '=', companyId).where('id', '=', documentId).execute()
  }
}
