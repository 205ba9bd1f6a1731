import { keysIn } from '@signet/contract/narrow'
import { chooseOwnLanguage } from '../../session/look.ts'
import { language, languages } from '../../words/words.ts'
import { t } from './words.ts'
import { useAction } from '../../ui/controls/use-action.ts'
import { Segments } from '../../ui/controls/segments.tsx'

/** The language of the portal. Changing it reloads the portal. */
export function LanguageChoice() {
  const { run } = useAction(chooseOwnLanguage)
  return (
    <Segments
      label={t('language')}
      choices={keysIn(languages).map((value) => ({ value, label: languages[value] }))}
      value={language()}
      onChange={run}
    />
  )
}
