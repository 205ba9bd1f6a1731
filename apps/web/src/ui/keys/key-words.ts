import { msg, t, type Marked } from '../../words/words.ts'

const names: Readonly<Record<string, Marked>> = {
  Ctrl: msg('Ctrl'),
  Alt: msg('Alt'),
  Shift: msg('Shift'),
  Escape: msg('Esc'),
  Delete: msg('Del'),
  ' ': msg('Space'),
}
const arrows: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←' }

/** A key as it stands on a keyboard: `Ctrl+k` is Ctrl and K. */
export function keyWords(key: string): string[] {
  const parts = key === '+' ? ['+'] : key.split('+')
  return parts.map((part) =>
    names[part] ? t(names[part]) : part.length === 1 ? part.toUpperCase() : (arrows[part] ?? part),
  )
}
