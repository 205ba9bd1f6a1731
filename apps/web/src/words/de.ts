import api from '../api/words.de.json'
import named from './named/names.de.json'
import type { Dictionary } from './words.ts'

const files = import.meta.glob<{ words: Dictionary }>(['./de/*.ts', '!./de/{staff-*,qa,logs,test,detector}.ts'], {
  eager: true,
})

/** The German of everybody's screens, loaded whole when it is the language in force; beside it that of staff (`de-staff.ts`). */
export const german: Dictionary = Object.assign({}, ...Object.values(files).map(({ words }) => words)) as Dictionary

/** The German of texts by id, by their room. */
export const catalogues = { api, named }
