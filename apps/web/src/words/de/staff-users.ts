import type { Dictionary } from '../words.ts'

/** People, their roles and rights; the parts of forms they share with other pages of the staff. */
export const words: Dictionary = {
  'The person': 'Die Person',
  'Second factor': 'Zweiter Faktor',
  Added: 'Hinzugefügt',
  'Resend invitation': 'Einladung erneut senden',
  'Invitation sent again': 'Einladung erneut gesendet',
  'End sessions': 'Sitzungen beenden',
  'All sessions ended': 'Alle Sitzungen beendet',
  '{name} is signed out everywhere at once and may sign in again.':
    '{name} wird sofort überall abgemeldet und kann sich wieder anmelden.',
  'Reset second factor': 'Zweiten Faktor zurücksetzen',
  'Second factor removed': 'Zweiter Faktor entfernt',
  '{name} is signed out, and sets up a new second factor at the next sign-in. Make sure it is really them who asks.':
    '{name} wird abgemeldet und richtet bei der nächsten Anmeldung einen neuen zweiten Faktor ein. Vergewissern Sie sich, dass die Bitte wirklich von dieser Person kommt.',
  Disable: 'Sperren',
  'Account disabled': 'Konto gesperrt',
  '{name} is signed out at once and can no longer sign in. What they did stays on record.':
    '{name} wird sofort abgemeldet und kann sich nicht mehr anmelden. Alle bisherigen Handlungen bleiben protokolliert.',
  Enable: 'Freigeben',
  'Account enabled': 'Konto freigegeben',
  'Your own is changed in your profile': 'Ihren eigenen ändern Sie in Ihrem Profil',
  'There is none': 'Es gibt keinen',
  'Nobody disables themselves': 'Niemand sperrt sich selbst',
  'Name, role and companies': 'Name, Rolle und Unternehmen',
  'Nobody changes their own role or companies.': 'Niemand ändert die eigene Rolle oder die eigenen Unternehmen.',
  'A change of role or companies signs the person out.':
    'Eine Änderung von Rolle oder Unternehmen meldet die Person ab.',
  'What to show': 'Anzeige',
  'Add a person': 'Person hinzufügen',
  'Choose a company to see the menu.': 'Wählen Sie ein Unternehmen, um das Menü zu sehen.',
  'The menu': 'Das Menü',
  'Clients: one company': 'Kunden: ein Unternehmen',
  Review: 'Prüfung',
  'Staff: several companies': 'Mitarbeitende: mehrere Unternehmen',
  'Invitation sent to {email}': 'Einladung an {email} gesendet',
  'The invitation goes there; it is also the user name.':
    'Dorthin geht die Einladung; zugleich ist es der Benutzername.',
  Role: 'Rolle',
  'Send invitation': 'Einladung senden',
  'This role sets up a second factor at the first sign-in.':
    'Diese Rolle richtet bei der ersten Anmeldung einen zweiten Faktor ein.',
  'Will see': 'Wird sehen',
  'Enter a mail address.': 'Geben Sie eine E-Mail-Adresse ein.',
  'Enter a name.': 'Geben Sie einen Namen ein.',
  'No person fits this search and these filters.': 'Keine Person passt zu dieser Suche und diesen Filtern.',
  'Filter people': 'Personen filtern',
  'Search people': 'Personen suchen',
  State: 'Zustand',
  Active: 'Aktiv',
  Invited: 'Eingeladen',
  Disabled: 'Gesperrt',
  'One-time code': 'Einmalcode',
  'None set up': 'Keiner',
  'and every other': 'und alle anderen',
  '{n} passkeys': ['{n} Passkey', '{n} Passkeys'],
  'and {n} others': ['und {n} weiteres', 'und {n} weitere'],
  'Where the person belongs; news and mail of this company reach them.':
    'Wohin die Person gehört; Nachrichten und E-Mails dieses Unternehmens erreichen sie.',
  'Add companies': 'Unternehmen hinzufügen',
  'Beside the own company. They can be chosen in the selector at the top of the menu.':
    'Neben dem eigenen Unternehmen. Sie stehen in der Auswahl oben im Menü.',
  'A client works for this company only.': 'Ein Kunde arbeitet nur für dieses Unternehmen.',
  'A super admin works for every company.': 'Ein Super-Administrator arbeitet für jedes Unternehmen.',
  'Take out {name}': '{name} entfernen',
  'Type to find the others.': 'Tippen Sie, um die übrigen zu finden.',
  'Super admin': 'Super-Administrator',
  Admin: 'Administrator',
  'Sub-admin': 'Unteradministrator',
  'Admin, looks only': 'Administrator, nur lesend',
  'Sub-admin, looks only': 'Unteradministrator, nur lesend',
  'Sub-admin, looks and decides': 'Unteradministrator, lesend und entscheidend',
  Client: 'Kunde',
  'Client, looks only': 'Kunde, nur lesend',
  'May do everything in every company, and manages companies, people, mail and logs.':
    'Darf alles in jedem Unternehmen und verwaltet Unternehmen, Personen, E-Mails und Protokolle.',
  'Decides and works cases in the companies given; publishes reports and news, keeps what is protected.':
    'Entscheidet und bearbeitet Fälle der genannten Unternehmen, veröffentlicht Berichte und Nachrichten, pflegt die Schutzgüter.',
  'Decides and works cases in the companies given; adds threats, makes requests and exports.':
    'Entscheidet und bearbeitet Fälle der genannten Unternehmen, trägt Bedrohungen ein, stellt Anfragen und exportiert.',
  'Sees everything of the companies given and decides nothing.':
    'Sieht alles der genannten Unternehmen und entscheidet nichts.',
  'Sees everything of the companies given and decides nothing, beside a sub-admin.':
    'Sieht alles der genannten Unternehmen und entscheidet nichts, neben einem Unteradministrator.',
  'Sees everything of the companies given, decides on threats and moves cases; no exports.':
    'Sieht alles der genannten Unternehmen, entscheidet über Bedrohungen und bewegt Fälle; keine Exporte.',
  'Decides on the threats of one company, asks for takedowns, makes requests and exports.':
    'Entscheidet über die Bedrohungen eines Unternehmens, beauftragt Takedowns, stellt Anfragen und exportiert.',
  'Sees everything of one company and decides nothing.': 'Sieht alles eines Unternehmens und entscheidet nichts.',
  'Reviews what was found before clients see it: publishes, watches, deletes.':
    'Prüft Funde, bevor Kunden sie sehen: veröffentlicht, beobachtet, löscht.',
}
