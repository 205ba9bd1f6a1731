import { addEvidence, evidenceUpload } from '@signet/contract/files'
import type { ThreatSource } from '@signet/contract/sources'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { useCompany } from '../../session/company.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { snackbar, toast } from '../../ui/toasts.ts'
import { t } from '../../words/words.ts'
import { useRecords, type AnyThreat } from './records.ts'

/** Keeps a picture, a PDF or a page as evidence of a threat. */
export function AddEvidence({ threat }: { threat: AnyThreat }) {
  const client = useQueryClient()
  const company = useCompany()
  const { name } = useRecords()
  const [isBusy, setIsBusy] = useState(false)
  const add = async ([file]: File[]) => {
    if (!file) return
    setIsBusy(true)
    try {
      const params = { source: threat.source as ThreatSource, threatId: threat.id }
      await upload(addEvidence, { params, query: { company }, fields: {}, files: [file] })
      toast(t('Evidence added'))
      await client.invalidateQueries({ queryKey: [company, name, 'detail', threat.id] })
    } catch (error) {
      snackbar(`${t('The evidence was not added.')} ${errorText(error)}`, { isFailure: true })
    }
    setIsBusy(false)
  }
  return (
    <FileDrop label={t('Add evidence')} rule={evidenceUpload} isBusy={isBusy} onFiles={(files) => void add(files)} />
  )
}
