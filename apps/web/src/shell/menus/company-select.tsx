import { IconSelector } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { companyChoicesQuery } from '../../session/client-info.ts'
import { recentCompanies, useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { Popover } from '../../ui/controls/popover.tsx'
// Not loaded on demand, because users type the name immediately after pressing Alt+C.
import { SearchList } from '../../ui/controls/search-list.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Stack, Text } from '../../ui/layout/parts.tsx'
import { CompanyPlate } from '../../parts/account/company-plate.tsx'
import css from './company-select.module.css'
import { useSwitchCompany } from '../../navigation/switch-company.ts'
import { t } from '../words.ts'

/** The current company and, on a click or Alt+C, the list to choose another, with what waits for a reviewer. The last five come first. */
export function CompanySelect({ name, logo }: { name: string; logo: string | null | undefined }) {
  const company = useCompany()
  const choices = useQuery(companyChoicesQuery)
  const switchTo = useSwitchCompany()
  const button = useRef<HTMLButtonElement>(null)
  useShortcuts({ 'Alt+c': () => button.current?.click() })

  const mayReview = useCan('qa:review')
  const hints = useQuery({
    queryKey: ['all', 'qa', 'backlog', 'hints'],
    queryFn: async () => (await import('./backlog-hints.ts')).backlogHints(),
    enabled: mayReview,
  })

  const all = choices.data ?? []
  const recent = recentCompanies()
  const rank = (key: string) => (recent.includes(key) ? recent.indexOf(key) : recent.length)
  const items = all
    .map((choice) => ({
      key: choice.company,
      label: choice.name,
      hint: hints.data?.get(choice.company) ?? (rank(choice.company) < recent.length ? t('recent') : undefined),
    }))
    .toSorted((one, other) => rank(one.key) - rank(other.key))

  return (
    <Popover
      label={t('chooseACompany')}
      trigger={({ ref, ...props }) => (
        <button
          type="button"
          {...props}
          ref={(element) => {
            ref.current = element
            button.current = element
          }}
          className={`${css.button} option`}
          aria-keyshortcuts="Alt+C"
          title={t('chooseACompanyAltC')}
        >
          <CompanyPlate name={name} logo={logo} />
          <Stack as="span" gap={0} grow className="rail-hidden">
            <Text as="b" cut size="heading">
              {name}
            </Text>
            <Text size="axis" tone="faint">
              {all.length > 0 ? t('companiesCount', { count: all.length }) : t('chooseACompany')}
            </Text>
          </Stack>
          <IconSelector className={css.sign} size={16} stroke={1.7} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => (
        <SearchList
          label={t('company')}
          placeholder={t('findACompany')}
          items={items}
          current={company}
          isLoading={choices.isPending}
          empty={choices.isError ? t('companiesFailed') : t('noCompaniesMatch')}
          onPick={({ key }) => {
            close()
            void switchTo(key)
          }}
        />
      )}
    </Popover>
  )
}
