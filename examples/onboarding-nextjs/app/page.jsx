import { SignupForm } from './signup-form.jsx';

export default function Page() {
  return (
    <main>
      <h1>Abra sua conta</h1>
      <SignupForm />
    </main>
  );
}
