import type { Dictionary } from '../words.ts'

/** What the checks of an installation say, as the server writes it (`told` of words.ts). */
export const words: Dictionary = {
  'told: PostgreSQL {version}; {count} migrations, the last {last}.':
    'PostgreSQL {version}; {count} Migrationen, zuletzt {last}.',
  'told: {waiting} waiting, {failed} failed in a day.': '{waiting} warten, {failed} an einem Tag fehlgeschlagen.',
  'told: {waiting} waiting, {failed} failed in a day; the oldest waits for {minutes} minutes.':
    '{waiting} warten, {failed} an einem Tag fehlgeschlagen; am längsten wartet eine seit {minutes} Minuten.',
  'told: A file was written, read and removed.': 'Eine Datei wurde geschrieben, gelesen und entfernt.',
  'told: A file was not read as written.': 'Eine Datei wurde anders gelesen als geschrieben.',
  'told: No mail server is set: mails are kept on this machine.':
    'Kein Mailserver ist eingestellt: E-Mails bleiben auf diesem Rechner.',
  'told: The mail server answers and takes us.': 'Der Mailserver antwortet und nimmt uns an.',
  'told: This process keeps nothing on disk.': 'Dieser Prozess legt nichts auf der Festplatte ab.',
  'told: {free} of {all} free.': '{free} von {all} frei.',
  'told: No feed was read yet.': 'Noch keine Datenquelle wurde gelesen.',
  'told: The last reading failed: {feeds}.': 'Zuletzt nicht lesbar: {feeds}.',
  'told: {read} read; none failed at its last reading.': '{read} gelesen; zuletzt ist keine fehlgeschlagen.',
  'told: No worker has done a job within {seconds} s.':
    'Kein Worker hat innerhalb von {seconds} s eine Aufgabe erledigt.',
  'told: A job was done after {milliseconds} ms.': 'Eine Aufgabe war nach {milliseconds} ms erledigt.',
  'told: The mail still waits after {seconds} s.': 'Die E-Mail wartet nach {seconds} s noch.',
  'told: A mail went to {address}.': 'Eine E-Mail ging an {address}.',
  'told: The mail was not sent: {why}.': 'Die E-Mail wurde nicht gesendet: {why}.',
  'told: It does not work ({code}).': 'Es geht nicht ({code}).',
  'told: It does not work.': 'Es geht nicht.',
}
