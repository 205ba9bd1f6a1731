import type { Dictionary } from '../words.ts'

/** The Profile, and what it shares with the Settings. */
export const words: Dictionary = {
  'Your profile': 'Ihr Profil',
  You: 'Über Sie',
  'Enter your name.': 'Geben Sie Ihren Namen ein.',
  Telephone: 'Telefon',
  'Preferred language': 'Bevorzugte Sprache',
  'For people who write to you.': 'Für alle, die Ihnen schreiben.',
  'Language of these screens': 'Sprache dieser Seiten',
  'Time zone': 'Zeitzone',
  'For people who call you. Times on these screens are those of this device, {zone}.':
    'Für alle, die Sie anrufen. Zeiten auf diesen Seiten sind die dieses Geräts, {zone}.',
  'Not set': 'Nicht festgelegt',
  Sections: 'Abschnitte',
  'Discard changes': 'Änderungen verwerfen',
  'Works for': 'Arbeitet für',
  'Leave without saving?': 'Ohne Speichern verlassen?',
  'What you changed on this page is not saved yet.': 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
  'Leave without saving': 'Ohne Speichern verlassen',

  'Current password': 'Bisheriges Passwort',
  '{n} characters or more': 'Mindestens {n} Zeichen',
  'Every other session of yours ends with the change.': 'Mit der Änderung enden alle Ihre anderen Sitzungen.',
  'Your password is changed. Every other session has ended.':
    'Ihr Passwort ist geändert. Alle anderen Sitzungen sind beendet.',

  'Authenticator app': 'Authenticator-App',
  'After the password, a code of an app on your telephone is asked for.':
    'Nach dem Passwort wird ein Code aus einer App auf Ihrem Telefon verlangt.',
  On: 'An',
  Off: 'Aus',
  'Set up an authenticator app': 'Authenticator-App einrichten',
  'Remove the authenticator app': 'Authenticator-App entfernen',
  'The authenticator app is removed.': 'Die Authenticator-App ist entfernt.',
  'QR code of the key': 'QR-Code des Schlüssels',
  'Scan this with an authenticator app, {open}, or type the key into it.':
    'Scannen Sie dies mit einer Authenticator-App, {open} oder tippen Sie den Schlüssel dort ein.',
  'Your password alone will then sign you in. The recovery codes become worthless.':
    'Danach genügt Ihr Passwort zur Anmeldung. Die Wiederherstellungscodes werden wertlos.',
  'Code from your authenticator app, or a recovery code':
    'Code aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
  Confirm: 'Bestätigen',
  Remove: 'Entfernen',

  Passkeys: 'Passkeys',
  Passkey: 'Passkey',
  'A passkey signs you in with the lock of your device or a security key, without password and code.':
    'Ein Passkey meldet Sie mit der Sperre Ihres Geräts oder einem Sicherheitsschlüssel an, ohne Passwort und Code.',
  'Passkeys belong to a host name, and you opened the portal by its address ({host}). Open it by its name.':
    'Passkeys gehören zu einem Hostnamen, und Sie haben das Portal über seine Adresse ({host}) geöffnet. Öffnen Sie es über seinen Namen.',
  'Your passkeys': 'Ihre Passkeys',
  'You have no passkey yet.': 'Sie haben noch keinen Passkey.',
  'Add a passkey': 'Passkey hinzufügen',
  'Added {day}': 'Hinzugefügt am {day}',
  'last used {ago}': 'zuletzt verwendet: {ago}',
  'never used': 'nie verwendet',
  'Remove {name}': '{name} entfernen',
  'Remove the passkey {name}?': 'Passkey {name} entfernen?',
  'It no longer signs you in. Delete it on your device too, which still offers it.':
    'Er meldet Sie nicht mehr an. Löschen Sie ihn auch auf Ihrem Gerät, das ihn sonst weiter anbietet.',
  'The passkey {name} is removed.': 'Der Passkey {name} ist entfernt.',
  'The passkey is added.': 'Der Passkey ist hinzugefügt.',
  'This device has a passkey for your account already.': 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  'What you call it': 'Wie Sie ihn nennen',
  'For example the device it is on. Your browser asks you for the rest.':
    'Zum Beispiel das Gerät, auf dem er liegt. Ihr Browser fragt Sie nach dem Rest.',
  Laptop: 'Laptop',

  'Where you are signed in': 'Wo Sie angemeldet sind',
  'Your sessions': 'Ihre Sitzungen',
  'End all others': 'Alle anderen beenden',
  'End all other sessions?': 'Alle anderen Sitzungen beenden?',
  '{n} other sessions end at once. This one goes on.': [
    '{n} andere Sitzung endet sofort. Diese läuft weiter.',
    '{n} andere Sitzungen enden sofort. Diese läuft weiter.',
  ],
  '{n} other sessions have ended.': ['{n} andere Sitzung ist beendet.', '{n} andere Sitzungen sind beendet.'],
  'The session in {browser} has ended.': 'Die Sitzung in {browser} ist beendet.',
  'Since {time}': 'Seit {time}',
  'This session': 'Diese Sitzung',
  End: 'Beenden',
  'End the session in {browser} since {time}': 'Sitzung in {browser} seit {time} beenden',
  'Show all {n}': ['Alle {n} anzeigen', 'Alle {n} anzeigen'],
  'Unknown device': 'Unbekanntes Gerät',
  '{browser} on {system}': '{browser} unter {system}',

  'Last sign-ins': 'Letzte Anmeldungen',
  'The last sign-ins': 'Die letzten Anmeldungen',
  'If you do not know one of them, change your password and end all other sessions.':
    'Wenn Sie eine davon nicht kennen, ändern Sie Ihr Passwort und beenden Sie alle anderen Sitzungen.',
  'Nobody has signed in with this account yet.': 'Mit diesem Konto hat sich noch niemand angemeldet.',
  'Company sign-in': 'Unternehmensanmeldung',
  'Signed in': 'Angemeldet',
  'Too many attempts': 'Zu viele Versuche',
}
