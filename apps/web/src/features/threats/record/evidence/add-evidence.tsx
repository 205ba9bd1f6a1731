import { addEvidence, addToutEvidence, evidenceUpload } from '@signet/contract/threats/files'
import { useQueryClient } from '@tanstack/react-query'
import { upload } from '../../../../api/upload.ts'
import { useCompany } from '../../../../session/company.ts'
import { FileDrop } from '../../../../ui/forms/file-drop.tsx'
import { toast } from '../../../../ui/feedback/messages/toasts.ts'
import { t } from '../words.ts'
import { useRecords, type AnyThreat } from '../../records.ts'
import { useAction } from '../../../../ui/controls/use-action.ts'

/** Uploads an image, a PDF or a web page as evidence of a threat or tout. */
export function AddEvidence({ threat }: { threat: AnyThreat }) {
  const client = useQueryClient()
  const company = useCompany()
  const { name, kind } = useRecords()
  const { isBusy, run } = useAction(
    async (files: File[]) => {
      const sent = { query: { company }, fields: {}, files }
      if (kind === 'tout') {
        await upload(addToutEvidence, {
          params: { source: threat.source, toutId: threat.id },
          ...sent,
        })
      } else {
        await upload(addEvidence, {
          params: { source: threat.source, threatId: threat.id },
          ...sent,
        })
      }
      toast(t('evidenceAdded'))
      await client.invalidateQueries({ queryKey: [company, name, 'detail', threat.id] })
    },
    { failed: (reason) => `${t('evidenceNotAdded')} ${reason}` },
  )
  return <FileDrop label={t('addEvidence')} rule={evidenceUpload} isBusy={isBusy} onFiles={run} />
}
