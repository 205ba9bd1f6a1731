import { useNavigate } from '@tanstack/react-router'
import { searchOf } from '../../../../url/page-search.ts'
import { Text } from '../../../../ui/layout/parts.tsx'
import { validateThreatSearch } from '../../threat-search.ts'
import { t } from '../words.ts'

/**
 * Says what the address asks for and the list doesn't understand, so that the list isn't taken for filtered.
 *
 * @param ignored as `name=value`
 */
export function IgnoredFilters({ address, ignored }: { address: object; ignored: readonly string[] }) {
  const navigate = useNavigate()
  const forget = () => void navigate({ to: '.', search: searchOf(validateThreatSearch({ ...address })), replace: true })
  return (
    <Text as="p" tone="quiet">
      {t('ignoredInAddress', { parameters: ignored.join(', ') })}{' '}
      <button type="button" className="link" onClick={forget}>
        {t('removeIgnored')}
      </button>
    </Text>
  )
}
