import { wordsOf } from '../../words/messages.ts'
import en from './words.en.json' with { type: 'json' }

export const t = wordsOf('parts/captures', en)
