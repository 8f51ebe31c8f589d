import { createRoot } from "react-dom/client";
import { App } from "./routes/App";
import "./styles/tokens.css";
import "./styles/base.css";
import "./ui/card.css";

async function start(): Promise<void> {
  // only `vite --mode mock` carries the pretended server; every other build drops this branch
  if (import.meta.env.MODE === "mock") (await import("./api/mock/install")).installMock();
  const root = document.getElementById("app");
  if (root) createRoot(root).render(<App />);
}

void start();
