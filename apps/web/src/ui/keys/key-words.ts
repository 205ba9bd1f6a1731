import { t, type Word } from './words.ts'

const names: Readonly<Record<string, Word>> = {
  Ctrl: 'ctrl',
  Alt: 'alt',
  Shift: 'shift',
  Escape: 'esc',
  Delete: 'del',
  ' ': 'space',
}
const arrows: Readonly<Record<string, string>> = { ArrowRight: '→', ArrowLeft: '←' }

/** The labels of a shortcut's keys: `Ctrl+k` is Ctrl and K. */
export function keyWords(key: string): string[] {
  const parts = key === '+' ? ['+'] : key.split('+')
  return parts.map((part) =>
    names[part] ? t(names[part]) : part.length === 1 ? part.toUpperCase() : (arrows[part] ?? part),
  )
}
