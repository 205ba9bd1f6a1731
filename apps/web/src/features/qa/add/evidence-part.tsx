import { addedEvidenceUpload } from '@signet/contract/threats/add-threats'
import { ChosenFiles } from '../../../parts/files/chosen-files.tsx'
import { AreaField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { t } from './words.ts'
import type { ThreatDraft } from './use-add-threats.ts'

/** The files and further links that one threat or tout is added with. */
export function EvidencePart({ draft }: { draft: ThreatDraft }) {
  const { files, links, linksProblem, set } = draft
  return (
    <FormSection title={t('evidence')} hint={t('evidenceHint')}>
      <ChosenFiles files={files} rule={addedEvidenceUpload} onChange={(chosen) => set({ files: chosen })} />
      <AreaField
        label={t('furtherLinks')}
        hint={t('furtherLinksHint')}
        problem={linksProblem}
        className="mono"
        spellCheck={false}
        rows={3}
        value={links}
        onChange={(typed) => set({ links: typed })}
      />
    </FormSection>
  )
}
