import { type DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { addAnalysisFile } from '@signet/contract/threats/files'
import { useQueryClient } from '@tanstack/react-query'
import { upload } from '../../../api/upload.ts'
import { CaseFiles } from '../../../parts/cases/case-files.tsx'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { useCompany } from '../../../session/company.ts'
import { Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { analysisQuery } from '../analyses.api.ts'

/** The files of the case; nothing for readers while there are none. */
export function Files({ analysis, mayAdd }: { analysis: DeeperAnalysisDetail; mayAdd: boolean }) {
  const company = useCompany()
  const client = useQueryClient()
  const { id: analysisId, files } = analysis
  if (files.length === 0 && !mayAdd) return null
  const add = async (file: File) => {
    await upload(addAnalysisFile, { params: { analysisId }, query: { company }, fields: {}, files: [file] })
    void client.invalidateQueries({ queryKey: analysisQuery(company, analysisId).queryKey })
  }
  return (
    <CaseCard title={t('files')} aside={t('filesCount', { count: files.length })}>
      <Stack gap={3}>
        <CaseFiles files={files} empty={t('filesEmpty')} onAdd={mayAdd ? add : undefined} />
      </Stack>
    </CaseCard>
  )
}
