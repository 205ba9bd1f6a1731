import type { ListedContact } from '@signet/contract/takedowns/abuse-contacts'
import { Button } from '../../../ui/controls/button.tsx'
import type { SimpleColumn } from '../../../ui/grid/simple-table.tsx'
import { Text } from '../../../ui/layout/parts.tsx'
import { ContactAddress, ContactHealth, ContactSource } from './contact-parts.tsx'
import { t } from '../words.ts'

/** The columns of the list of contacts, with what the staff decided about each. */
export const contactColumns = (onEdit: (contact: ListedContact) => void): SimpleColumn<ListedContact>[] => [
  {
    key: 'name',
    label: t('contact'),
    wraps: true,
    render: ({ name, role }) => (
      <>
        {name} <Text tone="quiet">· {t(`contactRole.${role}`)}</Text>
      </>
    ),
  },
  {
    key: 'address',
    label: t('address'),
    wraps: true,
    render: ({ email, form, phone, bouncedAt }) => (
      <>
        <ContactAddress address={email ?? form ?? phone ?? ''} /> <ContactHealth bouncedAt={bouncedAt} />
      </>
    ),
  },
  { key: 'source', label: t('contactSource'), render: (contact) => <ContactSource contact={contact} /> },
  {
    key: 'rule',
    label: t('rule'),
    wraps: true,
    render: ({ rule }) =>
      rule === null ? (
        <Text tone="quiet">{t('suggested')}</Text>
      ) : (
        <span title={`${rule.reason} (${rule.by})`}>
          {rule.replacement === null ? t('contactRule.ignore') : t('replacedBy', { address: rule.replacement })}
        </span>
      ),
  },
  {
    key: 'change',
    label: t('action'),
    render: (contact) => (
      <Button kind="quiet" aria-label={t('changeContact', { name: contact.name })} onClick={() => onEdit(contact)}>
        {t('change')}
      </Button>
    ),
  },
]
