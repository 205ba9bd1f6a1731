import type { Dictionary } from '../words.ts'

/** The pages for people who are not signed in. */
export const words: Dictionary = {
  'Sign in': 'Anmelden',
  'Signing in…': 'Anmeldung läuft …',
  'Confirm it is you': 'Bestätigen Sie, dass Sie es sind',
  'Sign in with your company': 'Über Ihr Unternehmen anmelden',
  'Set up a second factor': 'Zweiten Faktor einrichten',
  'One moment …': 'Einen Moment …',
  'Use a passkey': 'Passkey verwenden',
  'Forgot password?': 'Passwort vergessen?',
  or: 'oder',
  Password: 'Passwort',
  'Hide password': 'Passwort verbergen',
  'Enter your email address.': 'Geben Sie Ihre E-Mail-Adresse ein.',
  'Enter your password.': 'Geben Sie Ihr Passwort ein.',
  'Enter the code.': 'Geben Sie den Code ein.',
  'Back to sign in': 'Zurück zur Anmeldung',
  'Checking…': 'Wird geprüft …',
  Continue: 'Weiter',

  'Enter the code your authenticator app shows for {email}.':
    'Geben Sie den Code ein, den Ihre Authenticator-App für {email} anzeigt.',
  'Enter one of the recovery codes you kept for {email}. It is used up by this.':
    'Geben Sie einen der Wiederherstellungscodes ein, die Sie für {email} aufbewahrt haben. Er ist danach verbraucht.',
  'Code from your authenticator app': 'Code aus Ihrer Authenticator-App',
  'Recovery code': 'Wiederherstellungscode',
  'Use the authenticator app': 'Authenticator-App verwenden',
  'Use a recovery code': 'Wiederherstellungscode verwenden',

  'Email at work': 'Geschäftliche E-Mail-Adresse',
  'We take you to the sign-in of your company and back.':
    'Wir leiten Sie zur Anmeldung Ihres Unternehmens und wieder zurück.',
  'No company signs in this way with that address, or its sign-in cannot be reached now.':
    'Kein Unternehmen meldet sich mit dieser Adresse so an, oder seine Anmeldung ist gerade nicht erreichbar.',

  'Your role needs a second factor. Scan this with an authenticator app, {open}, or type the key into it.':
    'Ihre Rolle braucht einen zweiten Faktor. Scannen Sie dies mit einer Authenticator-App, {open} oder tippen Sie den Schlüssel dort ein.',
  'open it in one on this device': 'öffnen Sie es in einer App auf diesem Gerät',
  'QR code of the key below': 'QR-Code des Schlüssels darunter',
  'Code the app shows now': 'Code, den die App jetzt anzeigt',
  'Confirm and sign in': 'Bestätigen und anmelden',
  'This took too long. Go back and sign in again.': 'Das hat zu lange gedauert. Melden Sie sich bitte noch einmal an.',
  'The code could not be checked. Try again.': 'Der Code konnte nicht geprüft werden. Versuchen Sie es erneut.',
  'Keep these recovery codes somewhere safe. Each one signs you in once if you lose your authenticator; they are not shown again.':
    'Bewahren Sie diese Wiederherstellungscodes sicher auf. Jeder meldet Sie einmal an, wenn Sie Ihre Authenticator-App verlieren; sie werden nicht noch einmal angezeigt.',
  'Recovery codes': 'Wiederherstellungscodes',
  'Copy codes': 'Codes kopieren',
  Download: 'Herunterladen',
  'I have kept them': 'Ich habe sie aufbewahrt',

  'New password': 'Neues Passwort',
  'Forgot password': 'Passwort vergessen',
  'We send you a link to choose a new one.': 'Wir senden Ihnen einen Link, mit dem Sie ein neues wählen.',
  'Send the link': 'Link senden',
  'Look into your mail': 'Sehen Sie in Ihr Postfach',
  'If there is an account for {email}, a link to choose a new password is on its way. It works for an hour.':
    'Falls es ein Konto für {email} gibt, ist ein Link für ein neues Passwort unterwegs. Er gilt eine Stunde.',
  'Choose a new password': 'Neues Passwort wählen',
  'New password, {n} characters or more': 'Neues Passwort, mindestens {n} Zeichen',
  'Change the password': 'Passwort ändern',
  'Ask for a new link': 'Neuen Link anfordern',
  'This link was used already or is too old. Ask for a new one.':
    'Dieser Link wurde schon verwendet oder ist zu alt. Fordern Sie einen neuen an.',
  'Your password is changed': 'Ihr Passwort ist geändert',
  'Every session of this account has ended. Sign in with the new password.':
    'Alle Sitzungen dieses Kontos sind beendet. Melden Sie sich mit dem neuen Passwort an.',
  'It must have at least {n} characters.': 'Es muss mindestens {n} Zeichen haben.',

  'Sign-in problem': 'Problem bei der Anmeldung',
  'You could not be signed in': 'Sie konnten nicht angemeldet werden',
  'Something went wrong while signing you in.': 'Bei Ihrer Anmeldung ist etwas schiefgegangen.',
  'Code for support: {code}': 'Code für den Support: {code}',
  'Sign-in failed ({code}).': 'Die Anmeldung ist fehlgeschlagen ({code}).',
  'Email or password is wrong.': 'E-Mail-Adresse oder Passwort ist falsch.',
  'Your session ended. Sign in to go on.': 'Ihre Sitzung ist beendet. Melden Sie sich an, um fortzufahren.',
  'This account may not sign in here.': 'Dieses Konto darf sich hier nicht anmelden.',
  'Your identity provider could not be reached.': 'Ihr Identitätsanbieter war nicht erreichbar.',
  'Your identity provider did not confirm the sign-in.': 'Ihr Identitätsanbieter hat die Anmeldung nicht bestätigt.',
  'The sign-in could not be completed. Try again.':
    'Die Anmeldung konnte nicht abgeschlossen werden. Versuchen Sie es erneut.',
  'Sign-in is not set up correctly.': 'Die Anmeldung ist nicht richtig eingerichtet.',
  'Too many attempts. Wait a few minutes and try again.':
    'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann erneut.',
  'Enter the code of your authenticator app.': 'Geben Sie den Code Ihrer Authenticator-App ein.',
  'That code is not valid. Enter the current one.': 'Dieser Code ist ungültig. Geben Sie den aktuellen ein.',
  'Choose a new password before you sign in.': 'Wählen Sie ein neues Passwort, bevor Sie sich anmelden.',
  'The server has no signing secret.': 'Der Server hat keinen Signaturschlüssel.',
  'The sign-in address of the server is incomplete.': 'Die Anmeldeadresse des Servers ist unvollständig.',
  'The server has no check for passwords.': 'Der Server kann keine Passwörter prüfen.',
  'Sign-in by mail needs a place to keep its tokens.': 'Der Anmeldung per E-Mail fehlt ein Speicher für ihre Token.',
  'The place for sign-in tokens is incomplete.': 'Der Speicher für Anmelde-Token ist unvollständig.',
  'Passwords cannot be used with this kind of session.':
    'Passwörter können mit dieser Art von Sitzung nicht verwendet werden.',
  'The address to return to after sign-in is not allowed.':
    'Die Adresse für die Rückkehr nach der Anmeldung ist nicht erlaubt.',
  'Tell the person who runs this installation.': 'Bitte informieren Sie die Person, die diese Installation betreibt.',
}
