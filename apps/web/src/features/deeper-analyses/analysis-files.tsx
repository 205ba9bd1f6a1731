import { addAnalysisFile, caseFileUpload } from '@signet/contract/files'
import { type DeeperAnalysisDetail } from '@signet/contract/deeper-analyses'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { useCompany } from '../../session/company.ts'
import { CaseCard } from '../../parts/cases/case-layout.tsx'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { FileList } from '../../parts/cases/file-list.tsx'
import { snackbar, toast } from '../../ui/feedback/toasts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { analysisQuery } from './analyses.api.ts'

export function Files({ analysis, mayAdd }: { analysis: DeeperAnalysisDetail; mayAdd: boolean }) {
  const company = useCompany()
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { files } = analysis
  const add = async ([file]: File[]) => {
    if (!file) return
    setIsBusy(true)
    try {
      const to = { params: { analysisId: analysis.id }, query: { company } }
      await upload(addAnalysisFile, { ...to, fields: {}, files: [file] })
      void client.invalidateQueries({ queryKey: analysisQuery(company, analysis.id).queryKey })
      toast(t('fileAdded'))
    } catch (error) {
      const said = { name: file.name, reason: errorText(error) }
      snackbar(t('nameWasNotAddedReason', said), { isFailure: true })
    }
    setIsBusy(false)
  }
  return (
    <CaseCard title={t('files')} aside={t('filesCount', { count: files.length })}>
      <Stack gap={3}>
        {files.length > 0 ? (
          <FileList label={t('filesOfTheCase')} files={files} />
        ) : (
          <Text as="p" tone="quiet">
            {t('noFileHasBeenKept')}
          </Text>
        )}
        {mayAdd ? (
          <FileDrop
            label={t('addAFile')}
            rule={caseFileUpload}
            isBusy={isBusy}
            onFiles={(chosen) => void add(chosen)}
          />
        ) : null}
      </Stack>
    </CaseCard>
  )
}
