import { addedEvidenceUpload } from '@signet/contract/threats/add-threats'
import { ChosenFiles } from '../../../parts/files/chosen-files.tsx'
import { AreaField } from '../../../ui/forms/field.tsx'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import css from './add-threats-page.module.css'
import { t } from './words.ts'
import type { ThreatDraft } from './use-add-threats.ts'

/** The files and further links that one threat or tout is added with. */
export function EvidencePart({ draft }: { draft: ThreatDraft }) {
  const { files, links, linksProblem, set } = draft
  return (
    <Card gap={4} className={css.section} aria-label={t('evidence')}>
      <Stack gap={1}>
        <h2 className={css.label}>{t('evidence')}</h2>
        <Text as="p" size="meta" tone="quiet">
          {t('evidenceHint')}
        </Text>
      </Stack>
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
    </Card>
  )
}
