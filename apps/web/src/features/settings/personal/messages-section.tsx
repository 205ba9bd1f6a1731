import { usePortalSetting } from '../../../session/portal-settings.ts'
import { FormSection, Tick } from '../../../ui/forms/form-section.tsx'
import { t } from '../words.ts'

/** How long messages stay visible. */
export function MessagesSection() {
  const [isKept, setIsKept] = usePortalSetting('keepMessages')
  return (
    <FormSection title={t('popUpMessages')}>
      <Tick label={t('keepMessages')} hint={t('keepMessagesHint')} isOn={isKept} onChange={setIsKept} />
    </FormSection>
  )
}
