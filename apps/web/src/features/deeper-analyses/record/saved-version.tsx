import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { Stack, Text } from '../../../ui/layout/parts.tsx'
import { analysisQuery } from '../analyses.api.ts'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

/**
 * Saves a part of the case that another analyst may have saved in the meantime. The first attempt is then refused; the part is read again,
 * and the next attempt replaces what was read.
 */
export function useNewest<T extends { version: number }>(
  analysis: DeeperAnalysisDetail,
  partOf: (analysis: DeeperAnalysisDetail) => T | undefined,
) {
  const client = useQueryClient()
  const { company } = useAnalysis(analysis)
  const [newest, setNewest] = useState<T | null>(null)
  const save = async <R,>(opened: T, request: (version: number) => Promise<R>): Promise<R> => {
    try {
      return await request((newest ?? opened).version)
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'STALE_VERSION_BY') {
        setNewest(partOf(await client.fetchQuery(analysisQuery(company, analysis.id))) ?? null)
      }
      throw error
    }
  }
  return {
    /** Saves the part that was opened. */
    save,
    /** What somebody else saved since then; null if there is no such version. */
    newest,
  }
}

/** What somebody else saved, next to the text that was typed. */
export function SavedVersion({ by, children }: { by: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text as="p" weight="medium">
        {t('versionOf', { name: by })}
      </Text>
      <Text as="blockquote" kept>
        {children}
      </Text>
      <Text as="p" tone="quiet">
        {t('typedTextKept')}
      </Text>
    </Stack>
  )
}
