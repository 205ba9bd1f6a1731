import { letterKinds, type LetterKind } from '@signet/contract/takedowns/notice-letters'
import { keysIn } from '@signet/contract/narrow'
import {
  attemptChannels,
  noticeLanguages,
  type AttemptChannel,
  type NoticeLanguage,
} from '@signet/contract/takedowns/attempts'
import { oneOf } from '../../../url/search-params.ts'

/** The URL state of the letters: which are listed, and the channel of the one that is open. */
export interface LettersSearch {
  kind?: LetterKind | undefined
  language?: NoticeLanguage | undefined
  channel?: AttemptChannel | undefined
}

export function validateLettersSearch(raw: Record<string, unknown>): LettersSearch {
  return {
    kind: oneOf(raw['kind'], letterKinds),
    language: oneOf(raw['language'], noticeLanguages),
    channel: oneOf(raw['channel'], keysIn(attemptChannels)),
  }
}
