import type { FileKind } from '../../file-kind.ts'
import { isObject } from '../../narrow.ts'
import { isGithubSearch, readGithubSearch } from './github-search.ts'
import { isGoogleError, isGooglePlaces, readGoogleError, readGooglePlaces } from './google-places.ts'
import { isMetaAds, isMetaError, readMetaAds, readMetaError } from './meta-ads.ts'
import { isReddit, readReddit } from './reddit.ts'
import { isXError, isXSearch, readXError, readXSearch } from './x.ts'
import { isYoutubeError, isYoutubeSearch, readYoutubeError, readYoutubeSearch } from './youtube.ts'

/** The kind of an answer that is recognized by its JSON. */
const answer = (name: string, recognizes: (json: unknown) => boolean, read: (json: unknown) => object): FileKind => ({
  name,
  recognizes: ({ json }) => recognizes(json),
  read: ({ json }) => read(json),
})

const isEmpty = (json: unknown) => isObject(json) && Object.keys(json).length === 0

/** Answers of platforms to a search. */
export const platformKinds: readonly FileKind[] = [
  answer('youtube-search', isYoutubeSearch, readYoutubeSearch),
  answer('youtube-error', isYoutubeError, readYoutubeError),
  answer('reddit', isReddit, (json) => readReddit(json)),
  answer('meta-ads', isMetaAds, readMetaAds),
  answer('meta-error', isMetaError, readMetaError),
  answer('x-search', isXSearch, readXSearch),
  answer('x-error', isXError, readXError),
  answer('google-places', isGooglePlaces, readGooglePlaces),
  answer('google-error', isGoogleError, readGoogleError),
  answer('github-code-search', isGithubSearch, (json) => {
    const { items, ...figures } = readGithubSearch(json)
    // The fragments of files may contain passwords and keys.
    return { ...figures, items: items.map(({ fragments: _fragments, ...file }) => file) }
  }),
  // Google Places and TAXII answer so when they found nothing.
  answer('empty-answer', isEmpty, () => ({ items: [], objects: 0, more: false })),
]
