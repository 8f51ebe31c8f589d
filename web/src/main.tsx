import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./routes/App";
import "./styles/tokens.css";
import "./styles/base.css";
import "./ui/card.css";

async function start(): Promise<void> {
  // only `vite --mode mock` carries the pretended server; every other build drops this branch
  if (import.meta.env.MODE === "mock") (await import("./api/mock/install")).installMock();
  const root = document.getElementById("app");
  // drawn in short tasks, between which the guest is answered
  if (root) startTransition(() => createRoot(root).render(<App />));
  // A browser's first written date takes as long as the rest of the screen: in a task of its own, while the first
  // answers come.
  setTimeout(() => new Intl.DateTimeFormat().format());
}

void start();
