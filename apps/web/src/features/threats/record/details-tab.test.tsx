// @vitest-environment happy-dom
import type { AnySource } from '@signet/contract/threats/sources'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { RecordsContext, type AnyDetail } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { DetailsTab } from './details-tab.tsx'

beforeEach(() => signIn({ role: 'client' }, () => Response.json([])))

/** The terms of the first list, which is the source's own, with their values. */
function detailsOf(source: AnySource, fields: object): Record<string, string | null | undefined> {
  const threat = {
    id: 't-1',
    source,
    title: 'Meridian Help',
    status: 'open',
    severity: 'High',
    firstSeen: '2026-11-01T00:00:00Z',
    lastSeen: '2026-11-02T00:00:00Z',
    sightings: 1,
    indicators: [],
    requests: [],
    ...fields,
  } as unknown as AnyDetail
  show(
    <RecordsContext value={threatRecords}>
      <DetailsTab threat={threat} />
    </RecordsContext>,
  )
  const [own] = document.querySelectorAll('dl')
  const terms = within(own as HTMLElement).getAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.querySelector('span')?.textContent]),
  )
}

const cases: [source: AnySource, heading: string, fields: object, shown: Record<string, string>][] = [
  [
    'APK',
    'APK',
    {
      appName: 'Meridian Mobile',
      packageName: 'example.meridian.mobile',
      versionName: '4.2',
      store: 'DroidShelf',
      publisher: 'Quick Apps',
      permissions: 'READ_SMS',
      sha256: 'ab12',
    },
    {
      'App name': 'Meridian Mobile',
      'Package name': 'example.meridian.mobile',
      Version: '4.2',
      Store: 'DroidShelf',
      Publisher: 'Quick Apps',
      Permissions: 'READ_SMS',
      'SHA-256': 'ab12',
    },
  ],
  [
    'Instagram',
    'Instagram',
    {
      Username: 'meridian.help',
      ProfileName: 'Meridian Help',
      ProfileUrl: 'https://social.example/meridian.help',
      followers: 5600,
    },
    {
      Username: 'meridian.help',
      'Profile name': 'Meridian Help',
      'Profile address': 'hxxps://social[.]example/meridian.help',
      Followers: '5,600',
    },
  ],
  [
    'Telegram',
    'Telegram',
    {
      channel_data: {
        entity_user_name: '@meridian_help',
        title: 'Meridian Help',
        participants_count: 1234,
        is_scam: true,
      },
      message_content: 'Send the code you just received.',
    },
    {
      Username: '@meridian_help',
      'Channel title': 'Meridian Help',
      Members: '1,234',
      'Marked as a scam by Telegram': 'Yes',
      Message: 'Send the code you just received.',
    },
  ],
  [
    'Advertisements',
    'Advertisements',
    {
      advertiser: 'Quick Loans',
      adSource: 'Search',
      creative: 'Loans in a minute',
      landingUrl: 'https://loans.example/apply',
      firstShown: '2026-10-30',
    },
    {
      Advertiser: 'Quick Loans',
      Network: 'Search',
      Text: 'Loans in a minute',
      'Landing page': 'hxxps://loans[.]example/apply',
      'First shown': '30 October 2026',
    },
  ],
  [
    'DarkWeb',
    'Dark web',
    { author_username: 'saltmoth', forum: 'Black Lantern', post_title: 'Fresh logins', country: 'DE' },
    { Author: 'saltmoth', Forum: 'Black Lantern', Post: 'Fresh logins', Country: 'Germany' },
  ],
]

test.each(cases)(
  'the details of a threat of %s are the fields of that source that have a value',
  (source, heading, fields, shown) => {
    // Fields of other sources, and unset ones, don't appear.
    expect(detailsOf(source, { ...fields, domain_name: 'meridian.example', seenWith: '' })).toEqual(shown)
    expect(screen.getAllByRole('heading')[0]?.textContent).toBe(heading)
  },
)
