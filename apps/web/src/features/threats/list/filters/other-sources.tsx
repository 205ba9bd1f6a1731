import type { AnySource } from '@signet/contract/threats/sources'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { SourceIcon } from '../../../../parts/threats/source-icon.tsx'
import { Popover } from '../../../../ui/controls/popover.tsx'
import { Stack, Text } from '../../../../ui/layout/parts.tsx'
import { sourceSlug } from '../../../../url/source-slug.ts'
import { useRecords } from '../../records.ts'
import { sourceLabel } from '../../threat-source.ts'
import { t } from '../words.ts'
import css from './source-rail.module.css'

/** The sources that are not set up, with a link to each and to how they are covered. */
function OtherSources({ sources, close }: { sources: readonly AnySource[]; close: () => void }) {
  const { listRoute } = useRecords()
  return (
    <Stack gap={1} most={320} pad={2}>
      <Text as="p" tone="quiet">
        {t('moreSourcesHint')}{' '}
        <Link to="/settings" search={{ part: 'sources' }} onClick={close}>
          {t('howCovered')}
        </Link>
      </Text>
      <ul>
        {sources.map((source) => (
          <li key={source}>
            <Link to={listRoute} params={{ source: sourceSlug(source) }} onClick={close} className={`${css.other} row`}>
              <SourceIcon source={source} />
              {sourceLabel(source)}
            </Link>
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** The sources that are not set up, so that nothing came in. */
export function MoreSources({ sources }: { sources: readonly AnySource[] }) {
  return (
    <Popover
      label={t('moreSources')}
      trigger={(props) => (
        <button type="button" {...props} className={`${css.tab} row`}>
          {t('moreSources')}
          <IconChevronDown size={14} stroke={1.7} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => <OtherSources sources={sources} close={close} />}
    </Popover>
  )
}
