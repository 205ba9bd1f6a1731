import { defang } from '@signet/contract/threats/defang'
import { isTitleAddress, shownTitle } from '@signet/contract/threats/shown-title'
import type { AnySource } from '@signet/contract/threats/sources'

export { shownTitle }

/** The whole address of a threat, to be copied; `null` for the name of a person or an app. */
export function addressOf({
  source,
  title,
  url,
}: {
  source: AnySource
  title: string
  url?: string | undefined
}): string | null {
  return url ?? (isTitleAddress(source, title) ? title : null)
}

interface Titled {
  source: AnySource
  title: string
  unicode_name?: unknown
}

/**
 * The name of a threat in two forms: as a browser displays it and, when the two differ, as it is registered (`xn--…`). Always show both,
 * because the displayed form is made to be mistaken for another name.
 */
export function titleForms(threat: Titled): { shown: string; registered: string | null } {
  const { source, title, unicode_name: displayed } = threat
  const registered = shownTitle(source, title)
  if (typeof displayed !== 'string' || displayed === '' || displayed === title)
    return { shown: registered, registered: null }
  return { shown: defang(displayed), registered }
}
