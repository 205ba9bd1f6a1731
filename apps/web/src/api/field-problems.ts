import { sentenceOf } from '../words/messages.ts'
import { ApiError, errorText } from './api-error.ts'

/** The validation errors of a form: by the path of the field within the body (`email`, `brands.0.key`), and for the form as a whole. */
export interface Problems {
  fields: Readonly<Record<string, string>>
  /** A message for the whole form; null when every problem is shown at a field. */
  form: string | null
}

export const noProblems: Problems = { fields: {}, form: null }

/**
 * The problems of a refused call, each at the field it names.
 *
 * @param known fields that the form shows; problems of other fields are shown for the form as a whole
 */
export function problemsOf(error: unknown, known: readonly string[]): Problems {
  if (!(error instanceof ApiError)) return { fields: {}, form: errorText(error) }
  const fields: Record<string, string> = {}
  const rest: string[] = []
  for (const detail of error.details) {
    const field = detail.path.replace(/^(body|params|query)\./, '')
    const at = known.find((name) => field === name || field.startsWith(`${name}.`))
    if (at) fields[field] ??= sentenceOf(detail)
    else rest.push(sentenceOf(detail))
  }
  if (error.details.length > 0) return { fields, form: rest.length > 0 ? rest.join(' ') : null }
  return { fields, form: errorText(error) }
}

/** The problem of a field or of a value nested in it. */
export function problemAt({ fields }: Problems, name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([field]) => field.startsWith(`${name}.`))?.[1]
}

/** Moves the focus to the first refused field once it is rendered. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] :is(input, button)')?.focus(),
  )
}

/** The problems without that of the field that is being edited, because its message no longer applies. */
export function withoutEdited(problems: Problems, target: EventTarget): Problems {
  if (!(target instanceof HTMLElement)) return problems
  const group = target.closest('[data-invalid]')
  const noteId = target.getAttribute('aria-invalid') ? target.getAttribute('aria-describedby') : null
  const note = group ? group.querySelector('[role=alert]') : noteId ? document.getElementById(noteId) : null
  const message = note?.textContent
  if (!message) return problems
  const fields = Object.fromEntries(Object.entries(problems.fields).filter(([, text]) => text !== message))
  return { ...problems, fields }
}
