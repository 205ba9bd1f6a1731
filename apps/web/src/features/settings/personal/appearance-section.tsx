import type { Theme } from '@signet/contract/companies/portal-settings'
import { useState } from 'react'
import { usePortalSetting } from '../../../session/portal-settings.ts'
import { chooseTheme } from '../../../session/look.ts'
import { themeChoice } from '../../../session/theme.ts'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { LanguageChoice } from '../../../parts/account/language-choice.tsx'
import { Segments } from '../../../ui/controls/segments.tsx'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'

/** Theme, density and language, which take effect at once. */
export function AppearanceSection() {
  const [theme, setTheme] = useState(themeChoice)
  const [density, setDensity] = usePortalSetting('density')
  const change = (choice: Theme) => {
    chooseTheme(choice)
    setTheme(choice)
  }
  return (
    <FormSection title={t('appearance')} hint={t('appearanceHint')}>
      <Inline gap={4} justify="between" wrap>
        <Text weight="medium">{t('theme')}</Text>
        <Segments
          label={t('theme')}
          choices={[
            { value: 'system', label: t('systemTheme') },
            { value: 'light', label: t('light') },
            { value: 'dark', label: t('dark') },
          ]}
          value={theme}
          onChange={change}
        />
      </Inline>
      <Inline gap={4} justify="between" wrap>
        <Text weight="medium">{t('rowDensity')}</Text>
        <Segments
          label={t('rowDensity')}
          choices={[
            { value: 'comfortable', label: t('comfortable') },
            { value: 'compact', label: t('compact') },
          ]}
          value={density}
          onChange={setDensity}
        />
      </Inline>
      <Inline gap={4} justify="between" wrap>
        <Text weight="medium">{t('language')}</Text>
        <LanguageChoice />
      </Inline>
    </FormSection>
  )
}
