import type { NoticeLetter } from '@signet/contract/takedowns/notice-letters'
import { attemptChannels } from '@signet/contract/takedowns/attempts'
import { valueName } from '../../../words/named/name-of.ts'
import { t } from '../words.ts'

/** The name of a letter, e.g. "Registrar, reminder, German". */
export const letterName = ({ kind, channel, language }: Pick<NoticeLetter, 'kind' | 'channel' | 'language'>) =>
  [valueName(attemptChannels[channel]), t(`letterKind.${kind}`), t(`language.${language}`)].join(', ')
