import { answerRequest, requestUpload, type RequestDetail } from '@signet/contract/requests/requests'
import { IconPaperclip } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { upload } from '../../api/upload.ts'
import { WriteBox } from '../../parts/cases/write-box.tsx'
import { useCompany } from '../../session/company.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

const ChosenFiles = lazy(() =>
  import('../../parts/files/chosen-files.tsx').then((part) => ({ default: part.ChosenFiles })),
)

const messageMax = 5000

/** Writes a message on a request, with files if there are any. */
export function RequestWrite({
  requestId,
  label,
  onSent,
}: {
  requestId: string
  label: string
  onSent: (changed: RequestDetail) => void
}) {
  const company = useCompany()
  const [files, setFiles] = useState<readonly File[] | null>(null)
  return (
    <WriteBox
      kind="request"
      label={label}
      textMax={messageMax}
      sentWith={(files ?? []).map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`).join('\n')}
      below={
        files ? (
          <Stack gap={1} role="group" aria-label={t('filesOfMessage')}>
            <Suspense>
              <ChosenFiles
                files={files}
                rule={{ ...requestUpload, extensions: [t('fileKinds')] }}
                onChange={setFiles}
              />
            </Suspense>
          </Stack>
        ) : (
          <p>
            <Button icon={<IconPaperclip size={16} stroke={1.7} aria-hidden="true" />} onClick={() => setFiles([])}>
              {t('attachFiles')}
            </Button>
          </p>
        )
      }
      onSend={async (text, onceKey) => {
        const to = { params: { requestId }, query: { company } }
        onSent(await upload(answerRequest, { ...to, fields: { text }, files: files ?? [], onceKey }))
        setFiles(null)
        toast(t('sent'))
      }}
    />
  )
}
