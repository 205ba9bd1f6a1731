import type { ImportDetail } from '@signet/contract/collection/imports'
import {
  cancelImport,
  getImport,
  listImports,
  previewImport,
  startImport,
  undoImport,
  type ImportMapping,
  type ImportState,
} from '@signet/contract/collection/imports'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

export const importsPerPage = 20
const readEveryMs = 1000

export const isWorking = (state: ImportState): boolean => state === 'running' || state === 'undoing'

const importsKey = (company: string) => [company, 'qa', 'imports'] as const

/** The imports of a company, newest first, read again while a job works on one of them. */
export function importsQuery(company: string, pageNumber: number) {
  return queryOptions({
    queryKey: [...importsKey(company), 'list', pageNumber],
    queryFn: ({ signal }) => call(listImports, { query: { company, pageNumber, limit: importsPerPage }, signal }),
    refetchInterval: ({ state }) => (state.data?.items.some((each) => isWorking(each.state)) ? readEveryMs : false),
    placeholderData: keepPreviousData,
  })
}

const importKey = (company: string, importId: string) => [...importsKey(company), importId]

export function importQuery(company: string, importId: string) {
  return queryOptions({
    queryKey: importKey(company, importId),
    queryFn: ({ signal }) => call(getImport, { params: { importId }, query: { company }, signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.state) ? readEveryMs : false),
  })
}

/** What a mapping makes of the first rows. */
export function previewQuery(company: string, importId: string, mapping: ImportMapping) {
  return queryOptions({
    queryKey: [...importKey(company, importId), 'preview', mapping],
    queryFn: ({ signal }) =>
      call(previewImport, { params: { importId }, query: { company }, body: { company, mapping }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The steps of an import; each stores what the server answers. */
export function useImportSteps(company: string, importId: string) {
  const client = useQueryClient()
  const of = { params: { importId }, query: { company } }
  const keep = async (answer: Promise<ImportDetail>) => {
    client.setQueryData(importKey(company, importId), await answer)
    await client.invalidateQueries({ queryKey: [...importsKey(company), 'list'] })
  }
  return {
    start: (mapping: ImportMapping) => keep(call(startImport, { ...of, body: { company, mapping } })),
    cancel: () => keep(call(cancelImport, { ...of, body: { company } })),
    undo: () => keep(call(undoImport, { ...of, body: { company } })),
  }
}
