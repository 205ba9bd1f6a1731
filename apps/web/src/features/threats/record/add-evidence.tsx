import { addEvidence, addToutEvidence, evidenceUpload } from '@signet/contract/files'
import type { ThreatSource } from '@signet/contract/sources'
import type { ToutSource } from '@signet/contract/tout-sources'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { upload } from '../../../api/upload.ts'
import { useCompany } from '../../../session/company.ts'
import { FileDrop } from '../../../ui/forms/file-drop.tsx'
import { snackbar, toast } from '../../../ui/feedback/toasts.ts'
import { t } from './words.ts'
import { useRecords, type AnyThreat } from '../records.ts'

/** Keeps a picture, a PDF or a page as evidence of a threat or tout. */
export function AddEvidence({ threat }: { threat: AnyThreat }) {
  const client = useQueryClient()
  const company = useCompany()
  const { name, kind } = useRecords()
  const [isBusy, setIsBusy] = useState(false)
  const add = async ([file]: File[]) => {
    if (!file) return
    setIsBusy(true)
    try {
      const given = { query: { company }, fields: {}, files: [file] }
      if (kind === 'tout') {
        await upload(addToutEvidence, {
          params: { source: threat.source as ToutSource, toutId: threat.id },
          ...given,
        })
      } else {
        await upload(addEvidence, {
          params: { source: threat.source as ThreatSource, threatId: threat.id },
          ...given,
        })
      }
      toast(t('evidenceAdded'))
      await client.invalidateQueries({ queryKey: [company, name, 'detail', threat.id] })
    } catch (error) {
      snackbar(`${t('evidenceWasNotAdded')} ${errorText(error)}`, { isFailure: true })
    }
    setIsBusy(false)
  }
  return (
    <FileDrop label={t('addEvidence')} rule={evidenceUpload} isBusy={isBusy} onFiles={(files) => void add(files)} />
  )
}
