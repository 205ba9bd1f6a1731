import { caseFileUpload } from '@signet/contract/threats/files'
import type { ComponentProps } from 'react'
import { useAction } from '../../ui/controls/use-action.ts'
import { toast } from '../../ui/feedback/messages/toasts.ts'
import { FileDrop } from '../../ui/forms/file-drop.tsx'
import { Text } from '../../ui/layout/parts.tsx'
import { FileList } from './file-list.tsx'
import { t } from './words.ts'

/** The files of a case, with a button to add one if the reader may. */
export function CaseFiles({
  files,
  empty,
  onAdd,
}: {
  files: ComponentProps<typeof FileList>['files']
  /** The text while there are no files. */
  empty: string
  /** Rejects when the file was refused. Omitted if no files can be added. */
  onAdd?: ((file: File) => Promise<void>) | undefined
}) {
  const { isBusy, run } = useAction(
    async (file: File) => {
      await onAdd?.(file)
      toast(t('fileAdded'))
    },
    { failed: (reason, _, { name }) => t('fileNotAdded', { name, reason }) },
  )
  return (
    <>
      {files.length > 0 ? (
        <FileList label={t('caseFiles')} files={files} />
      ) : (
        <Text as="p" tone="quiet">
          {empty}
        </Text>
      )}
      {onAdd ? (
        <FileDrop label={t('addFile')} rule={caseFileUpload} isBusy={isBusy} onFiles={([file]) => file && run(file)} />
      ) : null}
    </>
  )
}
