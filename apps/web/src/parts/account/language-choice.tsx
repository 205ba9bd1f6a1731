import { keysIn } from '@signet/contract/narrow'
import { chooseLanguage, language, languages } from '../../words/words.ts'
import { t } from './words.ts'
import { Segments } from '../../ui/controls/segments.tsx'

/** The language of the portal. Changing it reloads the portal. */
export function LanguageChoice() {
  return (
    <Segments
      label={t('language')}
      choices={keysIn(languages).map((value) => ({ value, label: languages[value] }))}
      value={language()}
      onChange={chooseLanguage}
    />
  )
}
