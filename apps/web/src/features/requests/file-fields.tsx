import { requestUpload } from '@signet/contract/requests/requests'
import { ChosenFiles } from '../../parts/files/chosen-files.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { t } from './words.ts'

/** The files of a request that isn't sent yet. */
export function FileFields({
  files,
  hint,
  onChange,
}: {
  files: readonly File[]
  hint?: string | undefined
  onChange: (files: readonly File[]) => void
}) {
  return (
    <FormSection title={t('filesOptional')} hint={hint}>
      <ChosenFiles files={files} rule={requestUpload} onChange={onChange} />
    </FormSection>
  )
}
