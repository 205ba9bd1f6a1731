import { usePortalSetting } from '../../session/portal-settings.ts'
import { FormSection, Tick } from '../../ui/forms/form-section.tsx'
import { t } from './words.ts'

/** How long messages stay. */
export function MessagesSection() {
  const [isKept, setIsKept] = usePortalSetting('keepMessages')
  return (
    <FormSection title={t('messagesOfThePortal')}>
      <Tick
        label={t('keepMessagesUntilIClose')}
        hint={t('otherwiseTheyCloseByThemselves')}
        isOn={isKept}
        onChange={setIsKept}
      />
    </FormSection>
  )
}
