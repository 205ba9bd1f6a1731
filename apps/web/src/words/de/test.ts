import type { Dictionary } from '../words.ts'

/** The Test screen. */
export const words: Dictionary = {
  Test: 'Test',
  Database: 'Datenbank',
  Queue: 'Warteschlange',
  'File store': 'Dateiablage',
  Mail: 'E-Mail',
  Disk: 'Festplatte',
  Feeds: 'Datenquellen',
  Installation: 'Installation',
  'The state of the installation': 'Der Zustand der Installation',
  Works: 'In Ordnung',
  Fails: 'Gestört',
  '{part} works': '{part} ist in Ordnung',
  'Try {part}': '{part} prüfen',
  Try: 'Prüfen',
  'Mails kept on this machine': 'Auf diesem Rechner behaltene E-Mails',
  'The mails': 'Die E-Mails',
  'No mail yet': 'Noch keine E-Mail',
  'Without a mail server (SIGNET_SMTP_URL) every mail is received here instead of being sent.':
    'Ohne Mailserver (SIGNET_SMTP_URL) wird jede E-Mail hier angenommen, statt versendet zu werden.',
  '{n} mails, newest first': ['{n} E-Mail', '{n} E-Mails, neueste zuerst'],
  'Pages of mails': 'Seiten der E-Mails',
  Newer: 'Neuere',
  Older: 'Ältere',
  'To {address}': 'An {address}',
  'From {address}': 'Von {address}',
}
